const named = { descricao: 'Pão de forma', codigo: '10', unidade: 'UN', ncmId: '21069090', cfop: '5102', quantidade: 1 }

/** An item of the normal regime: ICMS 18 %, PIS 1.65 %, COFINS 7.6 %. */
export const goods = (changes: object): object => ({
  ...{ ...named, icms_cst: '00', icms_alq: 18, pis_cst: '01', pis_alq: 1.65, cofins_cst: '01', cofins_alq: 7.6 },
  ...changes,
})

/** An item of the Simples. */
export const simplesGoods = (changes: object): object => ({
  ...named,
  icms_cst: '102',
  pis_cst: '49',
  cofins_cst: '49',
  ...changes,
})

/** Contributions without values: CST 04 to 09. */
export const untaxed = (cst: string) => ({ pis_cst: cst, pis_alq: 0, cofins_cst: cst, cofins_alq: 0 })

/** Paid by this in cash; nothing is paid. */
export const cash = (valor: number) => [{ tipo: 1, valor }]
export const unpaid = [{ tipo: 90, valor: 0 }]
