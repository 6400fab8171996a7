/**
 * Rates of IBS and CBS for the years of which the product ships none, as no law has set them yet (LC 214/2025, art. 353): with them a
 * store of tests issues notes on whatever day the tests run. One statement.
 */
export const laterRates = `INSERT INTO aliquotas_ibscbs (tributo, local, classe, aliquota, vigencia_inicio, fonte) VALUES
  ('CBS', 'BR', '', 8.7, '2027-01-01', 'Teste'), ('IBS_UF', 'BR', '', 1, '2029-01-01', 'Teste'), ('IBS_MUN', 'BR', '', 0.5, '2029-01-01', 'Teste')`
