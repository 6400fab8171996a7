/** Banks by the code that clearing knows them by: those whose statements come as OFX. */
const names = new Map([
  ['1', 'Banco do Brasil'],
  ['4', 'Banco do Nordeste'],
  ['33', 'Santander'],
  ['41', 'Banrisul'],
  ['70', 'BRB'],
  ['77', 'Inter'],
  ['85', 'Ailos'],
  ['104', 'Caixa'],
  ['197', 'Stone'],
  ['208', 'BTG Pactual'],
  ['212', 'Original'],
  ['237', 'Bradesco'],
  ['260', 'Nubank'],
  ['290', 'PagBank'],
  ['323', 'Mercado Pago'],
  ['336', 'C6'],
  ['341', 'Itaú'],
  ['403', 'Cora'],
  ['422', 'Safra'],
  ['461', 'Asaas'],
  ['748', 'Sicredi'],
  ['756', 'Sicoob'],
])

/** The everyday name of the bank with this code, which files write with and without zeros in front. */
export const bankName = (code: string): string | undefined => names.get(code.replace(/^0+/, ''))
