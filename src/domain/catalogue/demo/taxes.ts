import type { TaxName } from './plans/productGroupPlan.ts'

/** A record of impostos under the name that the plans use. */
export interface TaxLine {
  readonly key: TaxName
  readonly record: Readonly<Record<string, string | number>>
}

const none = { pis_cst: '49', pis_alq: 0, cofins_cst: '49', cofins_alq: 0 }

/** Profiles of a store under Simples Nacional. */
export const simplesTaxes: readonly TaxLine[] = [
  {
    key: 'refeicao',
    record: { nome: 'Refeições e preparos', icms_cst: '102', icms_alq: 0, cfop_estadual: '5102', cfop_federal: '6102', ...none },
  },
  {
    key: 'revenda',
    record: { nome: 'Revenda tributada', icms_cst: '102', icms_alq: 0, cfop_estadual: '5102', cfop_federal: '6102', ...none },
  },
  {
    key: 'st',
    record: {
      nome: 'Bebidas com substituição tributária',
      icms_cst: '500',
      icms_alq: 0,
      cfop_estadual: '5405',
      cfop_federal: '6404',
      ...none,
    },
  },
  {
    key: 'basica',
    record: { nome: 'Cesta básica', icms_cst: '103', icms_alq: 0, cfop_estadual: '5102', cfop_federal: '6102', ...none },
  },
]

const normal = { pis_cst: '01', pis_alq: 1.65, cofins_cst: '01', cofins_alq: 7.6 }
const zero = { pis_cst: '06', pis_alq: 0, cofins_cst: '06', cofins_alq: 0 }

/** Profiles of a store under the normal regime. */
export const normalTaxes: readonly TaxLine[] = [
  {
    key: 'refeicao',
    record: { nome: 'Preparos da casa', icms_cst: '00', icms_alq: 12, cfop_estadual: '5101', cfop_federal: '6101', ...normal },
  },
  {
    key: 'revenda',
    record: {
      nome: 'Revenda tributada 18%',
      icms_cst: '00',
      icms_alq: 18,
      cfop_estadual: '5102',
      cfop_federal: '6102',
      ...normal,
    },
  },
  {
    key: 'st',
    record: {
      nome: 'Substituição tributária',
      icms_cst: '60',
      icms_alq: 0,
      cfop_estadual: '5405',
      cfop_federal: '6404',
      pis_cst: '04',
      pis_alq: 0,
      cofins_cst: '04',
      cofins_alq: 0,
    },
  },
  {
    key: 'basica',
    record: {
      nome: 'Cesta básica reduzida',
      icms_cst: '20',
      icms_alq: 18,
      icms_red_bc: 61.11,
      cfop_estadual: '5102',
      cfop_federal: '6102',
      ...zero,
    },
  },
]
