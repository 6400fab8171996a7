import { expect } from 'vitest'
import { type TestReply, openShop, type Shop } from './shop.ts'

export type Row = Record<string, unknown> & { id: number; version: number }

/** The record that a call answers with; the call must succeed. */
export const ok = async (answer: Promise<TestReply>): Promise<Row> => {
  const { status, body } = await answer
  expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()])
  return body as Row
}

/** What a call was refused with. */
export const refusal = async (answer: Promise<TestReply>) => {
  const { status, body } = await answer
  const { error } = body as { error: { code: string; message: string; details: { path: string; code: string }[] } }
  return { status, code: error.code, message: error.message, details: error.details.map(({ path, code }) => `${path}: ${code}`) }
}

/** Three stores, and in the first what a product needs. */
export interface Catalogue {
  readonly shop: Shop
  readonly admin: ReturnType<Shop['as']>
  readonly dono: ReturnType<Shop['as']>
  /** A product without its code. */
  readonly product: Record<string, unknown>
}

export async function openCatalogue(): Promise<Catalogue> {
  const shop = await openShop()
  const admin = shop.as({ userId: 1, stores: [], admin: true })
  for (const nome_fantasia of ['Centro', 'Bairro', 'Praia'])
    await ok(admin('POST', '/api/lojas', { nome_fantasia, regime_tributario: 1 }))
  const dono = shop.as({ userId: 2, stores: [1], owner: true })
  await ok(
    admin('POST', '/api/ncms', {
      id: '21069090',
      descricao: 'Preparações',
      tipo: 0,
      nacional: 1,
      importado: 1,
      estadual: 1,
      municipal: 0,
    }),
  )
  const imposto = {
    nome: 'Padrão',
    icms_cst: '500',
    icms_alq: 0,
    icms_st_mva: 0,
    icms_red_bc: 0,
    ipi_cst: '',
    pis_cst: '49',
    pis_alq: 0,
    cofins_cst: '49',
    cofins_alq: 0,
    cfop_estadual: '5405',
    cfop_federal: '6405',
  }
  const [grupo, unidade, fiscal] = [
    await ok(dono('POST', '/api/grupos', { nome: 'Bebidas' })),
    await ok(dono('POST', '/api/unidades', { nome: 'UN' })),
    await ok(dono('POST', '/api/impostos', imposto)),
  ]
  const product = {
    desc_prod: 'Guaraná',
    grupoId: grupo.id,
    unidadeId: unidade.id,
    impostoId: fiscal.id,
    ncmId: '21069090',
    preco_cst_prod: 2.5,
    preco_vnd_prod: 5.1,
    appPreco: 5,
  }
  return { shop, admin, dono, product }
}
