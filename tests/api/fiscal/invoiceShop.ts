import type { LightMyRequestResponse } from 'fastify'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'

/** A store that issues NF-e at a simulated authority of its own. */
export interface InvoiceShop extends FiscalShop {
  readonly customer: number
  /** A new draft with items and payment; its record. */
  draft(
    changes?: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown> & { readonly id: number; readonly version: number }>
  issue(nfeId: unknown, more?: object): Promise<LightMyRequestResponse>
  /** A note that the authority took: its record. */
  issued(changes?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown> & { readonly id: number }>
  invoice(id: unknown): Promise<Record<string, unknown>>
  /** Takes items and payments out of a draft: former versions saved such. */
  withoutRows(id: unknown): Promise<void>
  get(path: string, token?: string): Promise<LightMyRequestResponse>
}

/** An item with codes and taxes of its own, which need no product. */
export const invoiceItem = (changes: object = {}): Record<string, unknown> => ({
  descricao: 'Pão de forma',
  codigo: '10',
  quantidade: 3,
  valor_unitario: 10.123456,
  unidade: 'UN',
  cfop: '5102',
  ncmId: '21069090',
  icms_cst: '102',
  pis_cst: '49',
  cofins_cst: '49',
  ...changes,
})

/** The message of a refused call. */
export const messageOf = (reply: { body: string }): string => {
  const { error } = JSON.parse(reply.body)
  return error?.details?.[0]?.message ?? error?.message ?? ''
}

export async function openInvoiceShop(options: Parameters<typeof openFiscalShop>[0] = {}): Promise<InvoiceShop> {
  const shop = await openFiscalShop(options)
  const [made] = await shop.run(
    `INSERT INTO parceiros ("lojaId", nome_fantasia, razao_social, cliente, cnpj, ie, email1)
     VALUES ($1, 'Mercado Bom', 'Mercado Bom Ltda', true, '00000000000191', '110042490114', 'compras@mercado.example') RETURNING id`,
    [shop.store],
  )
  const customer = Number(made?.id)
  await shop.run(
    `INSERT INTO parceiros_enderecos ("lojaId", "parceirosId", logradouro, numero, bairro, cidade, uf, codigo_municipio, cep, ordem)
     VALUES ($1, $2, 'Rua Direita', '7', 'Sé', 'São Paulo', 'SP', '3550308', '01002000', 1)`,
    [shop.store, customer],
  )
  const draft: InvoiceShop['draft'] = async (changes = {}) => {
    const body = { destinatarioId: customer, itens: [invoiceItem()], pagamentos: [{ tipo: 1, valor: 30.37 }], ...changes }
    const reply = await shop.post('NFe_emissaos/save', body)
    if (reply.statusCode !== 201) throw new Error(reply.body)
    return reply.json()
  }
  const get: InvoiceShop['get'] = (path, token = shop.token) => shop.server.call(token, 'GET', `/api/${path}`)
  const issue: InvoiceShop['issue'] = (nfeId, more = {}) => shop.post('Sefaz/emiteNFe', { nfeId, ...more })
  const invoice: InvoiceShop['invoice'] = async id => (await get(`NFe_emissaos/${id}?lojaId=${shop.store}`)).json()
  return {
    ...shop,
    customer,
    draft,
    issue,
    invoice,
    get,
    async withoutRows(id) {
      for (const list of ['itens', 'pagamentos'])
        await shop.run(`DELETE FROM "NFe_emissaos_${list}" WHERE "lojaId" = $1 AND "NFe_emissaosId" = $2`, [shop.store, id])
    },
    async issued(changes = {}) {
      const { id } = await draft(changes)
      const reply = await issue(id)
      if (reply.json().situacao !== 'AUTORIZADA') throw new Error(reply.body)
      return { ...(await invoice(id)), id }
    },
  }
}
