import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { openNfe } from '../../../src/plugins/nfe/server.ts'
import { openSefaz } from '../../../src/plugins/sefaz/server.ts'
import { type Simulator, startSimulator, testCsc } from '../../../src/plugins/sefaz/simulator/server.ts'
import { insertLaterRates } from '../../laterRates.ts'
import { openServer, type ServerOptions, type TestServer } from '../fixtures/testServer.ts'

/** A store that can issue consumer invoices, at a simulated authority of its own. */
export interface FiscalShop {
  readonly server: TestServer
  readonly simulator: Simulator
  /** Tells a server where that authority is. */
  readonly env: Readonly<Record<string, string>>
  /** Of the owner. */
  readonly token: string
  readonly store: number
  readonly equipment: number
  readonly currency: number
  readonly product: number
  /** A paid sale; gives its number. */
  sell(changes?: Readonly<Record<string, unknown>>): Promise<number>
  post(path: string, payload: object, token?: string): Promise<LightMyRequestResponse>
  emit(movimentoId: number): Promise<LightMyRequestResponse>
  /** Records of NFCes of the store, the newest first. */
  notes(): Promise<Record<string, unknown>[]>
  /** Somebody of the store, signed in. */
  person(name: string, values: object, lojaId?: number): Promise<string>
  run(text: string, params?: readonly unknown[]): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

const cnpj = '11444777000161'

export interface FiscalShopOptions {
  /** Whether the store has a code of security, and so QR codes of version 2. */
  readonly csc?: boolean
  readonly regime?: 1 | 3 | 4
  /** Where its mails go. */
  readonly mail?: ServerOptions['mail']
  /** Only those rates of IBS and CBS are known that the product ships: it lacks them for later years. */
  readonly shippedRates?: true
}

export async function openFiscalShop({
  csc = false,
  regime = 1,
  mail,
  shippedRates,
}: FiscalShopOptions = {}): Promise<FiscalShop> {
  const folder = mkdtempSync(join(tmpdir(), 'nfce-'))
  const simulator = await startSimulator({ folder, forgetful: true })
  const root = join(folder, 'root.pem')
  writeFileSync(root, simulator.authority.root)
  const env = { SEFAZ_URL: simulator.address, SEFAZ_ROOT: root }
  const server = await openServer(undefined, {
    plugins: [openSefaz, openNfe],
    env,
    ...(mail ? { mail } : {}),
  })
  const run: FiscalShop['run'] = async (text, params = []) => (await server.context.database.system.query(text, params)).rows
  const idOf = async (text: string, params: readonly unknown[]): Promise<number> => Number((await run(text, params))[0]?.id)
  if (!shippedRates) await run(insertLaterRates)
  const store = await server.addStore('Padaria da Ana')
  await run(
    `UPDATE lojas SET cnpj = $2, razao_social = 'Padaria da Ana Ltda', uf = 'SP', inscricao_estadual = '110042490114', logradouro = 'Rua das Flores',
       numero = '10', bairro = 'Centro', cidade = 'São Paulo', codigo_municipio = '3550308', cep = '01001000', regime_tributario = $3 WHERE "lojaId" = $1`,
    [store, cnpj, regime],
  )
  const person: FiscalShop['person'] = async (name, values, lojaId = store) => {
    const email = `${name}@x.br`
    await server.tie(await server.addUser(email), lojaId, { email, ...values })
    return server.enter(email)
  }
  const token = await person('dona', { type: 1 })
  const post: FiscalShop['post'] = (path, payload, by = token) =>
    server.call(by, 'POST', `/api/${path}`, { lojaId: store, ...payload })
  const file = simulator.authority.issueFile({ name: 'Padaria da Ana Ltda', cnpj }, '1234')
  const certificado = `data:application/x-pkcs12;base64,${Buffer.from(file).toString('base64')}`
  await post('Sefaz/uploadCertificado', { senha: '1234', certificado })
  if (csc) await post('loja_perfil/save', { id: store, cscId: '1', csc: testCsc[1], version: await versionOf(run, store) })
  const equipment = await idOf(
    `INSERT INTO equipamentos ("lojaId", nome, totem_operacao, nfce_serie, "nfce_nNF") VALUES ($1, 'Caixa 1', 'PDV', 1, 100) RETURNING id`,
    [store],
  )
  const currency = await idOf(`INSERT INTO moedas ("lojaId", nome, cod_sat) VALUES ($1, 'Dinheiro', '01') RETURNING id`, [store])
  await run(`INSERT INTO ncms (id, descricao, tipo) VALUES ('21069090', 'Alimentos', 0) ON CONFLICT DO NOTHING`)
  const unit = await idOf(`INSERT INTO unidades ("lojaId", nome) VALUES ($1, 'UN') RETURNING id`, [store])
  const tax = await idOf(
    `INSERT INTO impostos ("lojaId", nome, icms_cst, icms_alq, pis_cst, cofins_cst, cfop_estadual) VALUES ($1, 'Padrão', $2, $3, '49', '49', '5102') RETURNING id`,
    [store, regime === 3 ? '00' : '102', regime === 3 ? 18 : 0],
  )
  const product = await idOf(
    `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, "unidadeId", "impostoId", "ncmId", preco_vnd_prod) VALUES ($1, 1, 'Pão na chapa', $2, $3, '21069090', 9.9) RETURNING id`,
    [store, unit, tax],
  )
  let sales = 0
  return {
    server,
    simulator,
    env,
    token,
    store,
    equipment,
    currency,
    product,
    person,
    post,
    run,
    async sell(changes = {}) {
      sales += 1
      const reply = await post('Movimentos/save', {
        equipamentoId: equipment,
        chave: `v${sales}`,
        aberto_em: '2026-03-10T12:00:00-03:00',
        recebido_em: '2026-03-10T12:46:00-03:00',
        canal_venda: 'LOJA',
        tipo_venda: 'BALCAO',
        produtos: [
          { produtoId: product, qtd: 2, valor_unitario: 9.9, valor_bruto: 19.8 },
          { produtoId: product, qtd: 0.333, valor_unitario: 9.9, valor_bruto: 3.29 },
        ],
        total_desconto: 1,
        total_servico: 2,
        recebimentos: [{ moedaId: currency, valor: 24.09 }],
        ...changes,
      })
      if (reply.statusCode >= 300) throw new Error(reply.body)
      return Number(reply.json().id)
    },
    emit: movimentoId => post('Sefaz/emiteNFCe', { movimentoId, equipamentoId: equipment }),
    async notes() {
      const reply = await server.call(
        token,
        'GET',
        `/api/NFCes?lojaId=${store}&filter=${encodeURIComponent('{"order":["id DESC"]}')}`,
      )
      return reply.json()
    },
    async close() {
      await server.close()
      await simulator.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const versionOf = async (run: FiscalShop['run'], store: number): Promise<number> =>
  Number((await run('SELECT version FROM lojas WHERE id = $1', [store]))[0]?.version)
