/**
 * Rates of IBS and CBS for the years of which the product ships none, as no law has set them yet (LC 214/2025, art. 353): with them a
 * store of tests issues notes on whatever day the tests run.
 */
export const laterRates = [
  { tributo: 'CBS', local: 'BR', classe: '', aliquota: 8.7, vigencia_inicio: '2027-01-01', vigencia_fim: null },
  { tributo: 'IBS_UF', local: 'BR', classe: '', aliquota: 1, vigencia_inicio: '2029-01-01', vigencia_fim: null },
  { tributo: 'IBS_MUN', local: 'BR', classe: '', aliquota: 0.5, vigencia_inicio: '2029-01-01', vigencia_fim: null },
] as const

/** One statement that adds them. */
export const insertLaterRates = `INSERT INTO aliquotas_ibscbs (tributo, local, classe, aliquota, vigencia_inicio, fonte) VALUES ${laterRates
  .map(rate => `('${rate.tributo}', '${rate.local}', '${rate.classe}', ${rate.aliquota}, '${rate.vigencia_inicio}', 'Teste')`)
  .join(', ')}`
