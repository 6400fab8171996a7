import { openReportFixture, type ReportFixture } from './reportFixture.ts'
import type { Product } from './salePlans.ts'

/** A small shop for the reform of taxes: a plate, a beer and a dessert, each with a tax profile. */
export interface ReformShop {
  readonly fixture: ReportFixture
  readonly products: readonly Product[]
  /** Takes a supplier's note in, with its XML. */
  buy(xNome: string, crt: number, valor: number, icms: number, more?: Readonly<Record<string, unknown>>): Promise<number>
  /** Makes it a shop of a regime (CRT), with the codes of that regime. */
  become(regime: number): Promise<void>
}

export async function openReformShop(): Promise<ReformShop> {
  const fixture = await openReportFixture()
  const products = await productsOf(fixture)
  return { fixture, products, buy: buyer(fixture), become: changer(fixture, products) }
}

/** The profiles of three products; those of the Simples stand beside those of the regular regime. */
async function productsOf(fixture: ReportFixture): Promise<readonly Product[]> {
  const contributions = { pis_cst: '01', pis_alq: 0.65, cofins_cst: '01', cofins_alq: 3 }
  const before = { pis_cst: '04', pis_alq: 0, cofins_cst: '04', cofins_alq: 0 }
  const profiles = [
    { nome: 'Preparo', icms_cst: '00', icms_alq: 20, ibscbs_cclasstrib: '200047', ...contributions },
    { nome: 'ST', icms_cst: '60', icms_alq: 20, ibscbs_cclasstrib: '000001', ...before },
    { nome: 'Reduzida', icms_cst: '20', icms_alq: 20, icms_red_bc: 50, ibscbs_cclasstrib: '000001', ...contributions },
  ]
  const plans = [
    ['Prato', 5240, 150_000],
    ['Cerveja', 1100, 40_000],
    ['Sobremesa', 4360, 120_000],
  ] as const
  const made: Product[] = []
  for (const [at, [descricao, preco, custo]] of plans.entries()) {
    const impostoId = await fixture.insert('impostos', { cfop_estadual: '5102', ...profiles[at] })
    const [grupoId, unidadeId] = [fixture.groups[at === 1 ? 0 : 1] ?? 0, fixture.units[0] ?? 0]
    const row = {
      cod_prod: 900 + at,
      desc_prod: descricao,
      grupoId,
      unidadeId,
      impostoId,
      preco_vnd_prod: preco / 100,
      preco_cst_prod: custo / 10_000,
    }
    made.push({ id: await fixture.insert('produtos', row), descricao, grupoId, unidadeId, preco, custo })
  }
  return made
}

const buyer = (fixture: ReportFixture): ReformShop['buy'] => {
  let number = 0
  return async (xNome, crt, valor, icms, more = {}) => {
    const chave = `${++number}`.padStart(44, '3')
    const note = {
      xNome,
      CNPJ: '11222333000181',
      chNFe: chave,
      vNF: valor,
      dhEmi: '2025-03-10T12:00:00Z',
      tpNF: 1,
      cSitNFe: 1,
      ambiente: 1,
    }
    const nfeId = await fixture.insert('nfes', { ...note, ...more })
    const documento = `<nfeProc><NFe><infNFe><emit><CNPJ>11222333000181</CNPJ><CRT>${crt}</CRT></emit><det><imposto><ICMS><vICMS>7.00</vICMS></ICMS></imposto></det>
    <total><ICMSTot><vICMS>${icms}.00</vICMS><vPIS>14.17</vPIS><vCOFINS>65.40</vCOFINS><vNF>${valor}.00</vNF></ICMSTot></total></infNFe></NFe></nfeProc>`
    await fixture.insert('NFe_transmissaos', {
      tipo: 'RECEBIDA',
      modelo: '55',
      ambiente: 1,
      nfeId,
      chave,
      estado: 'ACEITO',
      documento,
    })
    return nfeId
  }
}

const changer =
  (fixture: ReportFixture, products: readonly Product[]): ReformShop['become'] =>
  async regime => {
    const { system } = fixture.server.context.database
    await system.query('UPDATE lojas SET regime_tributario = $2 WHERE id = $1', [fixture.lojaId, regime])
    const codes = regime === 3 ? ['00', '60', '20'] : ['102', '500', '102']
    for (const [at, code] of codes.entries())
      await system.query(
        'UPDATE impostos i SET icms_cst = $3 FROM produtos p WHERE i."lojaId" = $1 AND p."lojaId" = $1 AND p."impostoId" = i.id AND p.id = $2',
        [fixture.lojaId, products[at]?.id, code],
      )
  }
