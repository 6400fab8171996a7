import fc from 'fast-check'
import { fieldOfKind, type KindCase } from './kindCase.ts'

const address = '/api/files/12/contratos/4f3c2b1a-0000-4000-8000-00000000abcd/contrato.pdf'
const contract = { url: address, name: 'Contrato da loja.pdf', type: 'application/pdf', size: 48_213 }

export const fileCases: readonly KindCase[] = [
  {
    name: 'file',
    o: fieldOfKind('file', { accepts: ['application/pdf', 'image/*'], maxBytes: 1_000_000 }),
    values: fc.record({
      url: fc.uuid().map(id => `/api/files/1/contratos/${id}/a-b_c.1.pdf`),
      name: fc.constantFrom('Contrato da loja.pdf', 'á.png', "Dona 'Ção' (2).pdf", 'a;b,c"d".pdf'),
      type: fc.constantFrom('application/pdf', 'image/png', 'image/webp'),
      size: fc.integer({ min: 1, max: 1_000_000 }),
    }),
    lossy: true,
    reads: [[`Contrato da loja.pdf | application/pdf | 48213 | ${address}`, contract]],
    refuses: [
      ['contrato.pdf', 'file-invalid'],
      [`contrato.pdf | application/pdf | 48213 | https://exemplo.com/contrato.pdf`, 'file-invalid'],
      [`tabela.csv | text/csv | 10 | ${address}`, 'file-type-refused'],
      [`contrato.pdf | application/pdf | 1000001 | ${address}`, 'file-too-large'],
    ],
    shows: [[contract, 'Contrato da loja.pdf']],
  },
]
