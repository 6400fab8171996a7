import type { GoldenNote } from './goldenNote.ts'
import { cash, goods, unpaid, untaxed } from './goods.ts'

const entered = ['PISOutr CST 98 vBC 0.00 pPIS 0 vPIS 0.00', 'COFINSOutr CST 98 vBC 0.00 pCOFINS 0 vCOFINS 0.00']
const none = ['PISOutr CST 49 vBC 0.00 pPIS 0 vPIS 0.00', 'COFINSOutr CST 49 vBC 0.00 pCOFINS 0 vCOFINS 0.00']

/** NF-e about what was sold or bought before, and goods that leave without a sale. A return has the taxes of its sale, whatever its own day. */
export const returns: readonly GoldenNote[] = [
  {
    name: 'bread and beer come back, whole',
    store: 'normal',
    at: '2026-03-13T09:00:00-03:00',
    back: { of: 'bread and beer, cash and credit card', to: 'person' },
    working: 'The values of the sale; CFOP 5102 comes back as 1202, 5405 as 1411; nothing is paid.',
    items: [
      [
        'prod CFOP 1202 qCom 2 vUnCom 12.35 vProd 24.70',
        'ICMS00 CST 00 vBC 24.70 pICMS 18 vICMS 4.45',
        'PISAliq CST 01 vBC 20.25 pPIS 1.65 vPIS 0.33',
        'COFINSAliq CST 01 vBC 20.25 pCOFINS 7.6 vCOFINS 1.54',
        'IBSCBS CST 000 cClassTrib 000001 vBC 18.38 pIBSUF 0.1 vIBSUF 0.02 pIBSMun 0 vIBSMun 0.00 vIBS 0.02 pCBS 0.9 vCBS 0.17',
        'vItem 24.70',
      ],
      [
        'prod CFOP 1411 qCom 3 vUnCom 7.9 vProd 23.70',
        'ICMS60 CST 60',
        'PISNT CST 04',
        'COFINSNT CST 04',
        'IBSCBS CST 000 cClassTrib 000001 vBC 23.70 pIBSUF 0.1 vIBSUF 0.02 pIBSMun 0 vIBSMun 0.00 vIBS 0.02 pCBS 0.9 vCBS 0.21',
        'vItem 23.70',
      ],
    ],
    totals: [
      'ICMSTot vBC 24.70 vICMS 4.45 vProd 48.40 vPIS 0.33 vCOFINS 1.54 vNF 48.40',
      'IBSCBSTot vBCIBSCBS 42.08 vIBSUF 0.04 vIBS 0.04 vCBS 0.38',
      'vNFTot 48.40',
    ],
    pag: 'pag tPag 90 vPag 0.00',
  },
  {
    name: 'the invoice of a sale that has its NFC-e (5929)',
    store: 'normal',
    at: '2026-03-13T09:10:00-03:00',
    invoiceOf: { of: 'a dish by the restaurants’ own regime', to: 'person' },
    working: 'The values of the NFC-e, told a second time.',
    items: [
      [
        'prod CFOP 5929 qCom 1 vUnCom 59.9 vProd 59.90',
        'ICMS20 CST 20 pRedBC 50 vBC 29.95 pICMS 18 vICMS 5.39',
        'PISAliq CST 01 vBC 54.51 pPIS 1.65 vPIS 0.90',
        'COFINSAliq CST 01 vBC 54.51 pCOFINS 7.6 vCOFINS 4.14',
        'IBSCBS CST 200 cClassTrib 200047 vBC 49.47 pIBSUF 0.1 pRedAliq 40 pAliqEfet 0.06 vIBSUF 0.03 pIBSMun 0 pRedAliq 40 pAliqEfet 0 vIBSMun 0.00 vIBS 0.03 pCBS 0.9 pRedAliq 40 pAliqEfet 0.54 vCBS 0.27',
        'vItem 59.90',
      ],
    ],
    totals: [
      'ICMSTot vBC 29.95 vICMS 5.39 vProd 59.90 vPIS 0.90 vCOFINS 4.14 vNF 59.90',
      'IBSCBSTot vBCIBSCBS 49.47 vIBSUF 0.03 vIBS 0.03 vCBS 0.27',
      'vNFTot 59.90',
    ],
    pag: 'pag tPag 01 vPag 59.90',
    // The NFC-e owes the tax.
    sped: { vBC: '0.00', vICMS: '0.00' },
  },
  {
    name: 'a purchase goes back to the supplier (5202)',
    store: 'normal',
    at: '2026-03-13T09:20:00-03:00',
    draft: {
      ...{ to: 'supplier', consumidor: 0, finalidade: 4, natureza_operacao: 'DEVOLUCAO DE COMPRA' },
      itens: [goods({ valor_unitario: 50, cfop: '5202', ...untaxed('49') })],
      pagamentos: unpaid,
    },
    references: ['35260261186888000193550010000000311123456780'],
    working: 'ICMS 9.00; on 41.00 IBS 0.041 → 0.04, CBS 0.369 → 0.37.',
    items: [
      [
        'prod CFOP 5202 qCom 1 vUnCom 50 vProd 50.00',
        'ICMS00 CST 00 vBC 50.00 pICMS 18 vICMS 9.00',
        ...none,
        'IBSCBS CST 000 cClassTrib 000001 vBC 41.00 pIBSUF 0.1 vIBSUF 0.04 pIBSMun 0 vIBSMun 0.00 vIBS 0.04 pCBS 0.9 vCBS 0.37',
        'vItem 50.00',
      ],
    ],
    totals: [
      'ICMSTot vBC 50.00 vICMS 9.00 vProd 50.00 vNF 50.00',
      'IBSCBSTot vBCIBSCBS 41.00 vIBSUF 0.04 vIBS 0.04 vCBS 0.37',
      'vNFTot 50.00',
    ],
    pag: 'pag tPag 90 vPag 0.00',
  },
  {
    name: 'a transfer to the other branch (5152), which is no sale',
    store: 'normal',
    at: '2026-03-13T09:30:00-03:00',
    draft: {
      ...{ to: 'branch', consumidor: 0, natureza_operacao: 'TRANSFERENCIA' },
      itens: [goods({ valor_unitario: 70, cfop: '5152', icms_cst: '41', ...untaxed('08'), ibscbs_cclasstrib: '410002' })],
      pagamentos: unpaid,
    },
    working: 'Not taxed (ADC 49; LC 204/2023); class 410002 has no values, so no totals of IBS and CBS.',
    items: [
      [
        'prod CFOP 5152 qCom 1 vUnCom 70 vProd 70.00',
        'ICMS40 CST 41',
        'PISNT CST 08',
        'COFINSNT CST 08',
        'IBSCBS CST 410 cClassTrib 410002',
      ],
    ],
    totals: ['ICMSTot vProd 70.00 vNF 70.00'],
    pag: 'pag tPag 90 vPag 0.00',
  },
  {
    name: 'a bonus (5910)',
    store: 'normal',
    at: '2026-03-13T09:40:00-03:00',
    draft: {
      ...{ to: 'shop', consumidor: 0, natureza_operacao: 'BONIFICACAO' },
      itens: [goods({ valor_unitario: 30, cfop: '5910', ...untaxed('49'), ibscbs_cclasstrib: '410001' })],
      pagamentos: unpaid,
    },
    working: 'ICMS 30.00 × 18 % = 5.40; IBS and CBS do not reach it.',
    items: [
      [
        'prod CFOP 5910 qCom 1 vUnCom 30 vProd 30.00',
        'ICMS00 CST 00 vBC 30.00 pICMS 18 vICMS 5.40',
        ...none,
        'IBSCBS CST 410 cClassTrib 410001',
      ],
    ],
    totals: ['ICMSTot vBC 30.00 vICMS 5.40 vProd 30.00 vNF 30.00'],
    pag: 'pag tPag 90 vPag 0.00',
  },
  {
    name: 'a complement of price',
    store: 'normal',
    at: '2026-03-13T09:50:00-03:00',
    draft: {
      ...{ to: 'shop', consumidor: 0, finalidade: 2, natureza_operacao: 'COMPLEMENTO DE PRECO' },
      itens: [goods({ valor_unitario: 10 })],
      pagamentos: cash(10),
    },
    references: ['contributions at zero (04) and others (99)'],
    working: 'ICMS 1.80; on 8.20 PIS 0.1353 → 0.14, COFINS 0.6232 → 0.62; on 7.44 IBS 0.00744 → 0.01, CBS 0.06696 → 0.07.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 10 vProd 10.00',
        'ICMS00 CST 00 vBC 10.00 pICMS 18 vICMS 1.80',
        'PISAliq CST 01 vBC 8.20 pPIS 1.65 vPIS 0.14',
        'COFINSAliq CST 01 vBC 8.20 pCOFINS 7.6 vCOFINS 0.62',
        'IBSCBS CST 000 cClassTrib 000001 vBC 7.44 pIBSUF 0.1 vIBSUF 0.01 pIBSMun 0 vIBSMun 0.00 vIBS 0.01 pCBS 0.9 vCBS 0.07',
        'vItem 10.00',
      ],
    ],
    totals: [
      'ICMSTot vBC 10.00 vICMS 1.80 vProd 10.00 vPIS 0.14 vCOFINS 0.62 vNF 10.00',
      'IBSCBSTot vBCIBSCBS 7.44 vIBSUF 0.01 vIBS 0.01 vCBS 0.07',
      'vNFTot 10.00',
    ],
    pag: 'pag tPag 01 vPag 10.00',
  },
  {
    name: 'Simples: goods with their discount come back',
    store: 'simples',
    at: '2026-03-13T09:00:00-03:00',
    back: { of: 'Simples: with a discount', to: 'person' },
    working: '19.80 less 0.80; CST 98 is 49 for what comes in.',
    items: [['prod CFOP 1202 qCom 2 vUnCom 9.9 vProd 19.80 vDesc 0.80', 'ICMSSN102 CSOSN 102', ...entered]],
    totals: ['ICMSTot vProd 19.80 vDesc 0.80 vNF 19.00'],
    pag: 'pag tPag 90 vPag 0.00',
  },
  {
    name: '2027: a loaf of 2026 comes back',
    store: 'normal',
    at: '2027-01-05T09:10:00-03:00',
    back: { of: 'one loaf, cash', to: 'person' },
    working: 'The taxes of 2026, PIS and COFINS among them, and nothing added.',
    items: [
      [
        'prod CFOP 1202 qCom 1 vUnCom 100 vProd 100.00',
        'ICMS00 CST 00 vBC 100.00 pICMS 18 vICMS 18.00',
        'PISAliq CST 01 vBC 82.00 pPIS 1.65 vPIS 1.35',
        'COFINSAliq CST 01 vBC 82.00 pCOFINS 7.6 vCOFINS 6.23',
        'IBSCBS CST 000 cClassTrib 000001 vBC 74.42 pIBSUF 0.1 vIBSUF 0.07 pIBSMun 0 vIBSMun 0.00 vIBS 0.07 pCBS 0.9 vCBS 0.67',
        'vItem 100.00',
      ],
    ],
    totals: [
      'ICMSTot vBC 100.00 vICMS 18.00 vProd 100.00 vPIS 1.35 vCOFINS 6.23 vNF 100.00',
      'IBSCBSTot vBCIBSCBS 74.42 vIBSUF 0.07 vIBS 0.07 vCBS 0.67',
      'vNFTot 100.00',
    ],
    pag: 'pag tPag 90 vPag 0.00',
  },
  {
    name: '2027: one of two loaves comes back',
    store: 'normal',
    at: '2027-01-05T09:20:00-03:00',
    back: { of: '2027: two loaves', to: 'person', quantities: [1] },
    working: 'One of 99.995 is 100.00: ICMS 18.00; on 82.00 IBS 0.04 twice, CBS 7.13: 107.21, half of what was paid.',
    items: [
      [
        'prod CFOP 1202 qCom 1 vUnCom 99.995 vProd 100.00',
        'ICMS00 CST 00 vBC 100.00 pICMS 18 vICMS 18.00',
        'IBSCBS CST 000 cClassTrib 000001 vBC 82.00 pIBSUF 0.05 vIBSUF 0.04 pIBSMun 0.05 vIBSMun 0.04 vIBS 0.08 pCBS 8.7 vCBS 7.13',
        'vItem 107.21',
      ],
    ],
    totals: [
      'ICMSTot vBC 100.00 vICMS 18.00 vProd 100.00 vNF 100.00',
      'IBSCBSTot vBCIBSCBS 82.00 vIBSUF 0.04 vIBSMun 0.04 vIBS 0.08 vCBS 7.13',
      'vNFTot 107.21',
    ],
    pag: 'pag tPag 90 vPag 0.00',
  },
  {
    name: '2027: the invoice of a sale that has its NFC-e, with its cent',
    store: 'normal',
    at: '2027-01-05T09:22:00-03:00',
    invoiceOf: { of: '2027: a cent that no price gives stands at CBS', to: 'person' },
    working: 'The values of the NFC-e, told a second time: CBS 2.72.',
    items: [
      [
        'prod CFOP 5929 qCom 1 vUnCom 57.15 vProd 57.15',
        'ICMS20 CST 20 pRedBC 50 vBC 28.58 pICMS 18 vICMS 5.14',
        'IBSCBS CST 200 cClassTrib 200047 vBC 52.01 pIBSUF 0.05 pRedAliq 40 pAliqEfet 0.03 vIBSUF 0.02 pIBSMun 0.05 pRedAliq 40 pAliqEfet 0.03 vIBSMun 0.02 vIBS 0.04 pCBS 8.7 pRedAliq 40 pAliqEfet 5.22 vCBS 2.72',
        'vItem 59.91',
      ],
    ],
    totals: [
      'ICMSTot vBC 28.58 vICMS 5.14 vProd 57.15 vNF 57.15',
      'IBSCBSTot vBCIBSCBS 52.01 vIBSUF 0.02 vIBSMun 0.02 vIBS 0.04 vCBS 2.72',
      'vNFTot 59.91',
    ],
    pag: 'pag tPag 01 vPag 59.91',
    sped: { vBC: '0.00', vICMS: '0.00' },
  },
  {
    name: '2027: the invoice of a sale without an NFC-e: its price holds the taxes, too',
    store: 'normal',
    at: '2027-01-05T09:24:00-03:00',
    invoiceOf: { sale: { lines: [['taxed', 1, 107.21]], paid: { '03': 107.21 } }, to: 'person' },
    working: 'As the NFC-e of one loaf: goods 100.00.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 100 vProd 100.00',
        'ICMS00 CST 00 vBC 100.00 pICMS 18 vICMS 18.00',
        'IBSCBS CST 000 cClassTrib 000001 vBC 82.00 pIBSUF 0.05 vIBSUF 0.04 pIBSMun 0.05 vIBSMun 0.04 vIBS 0.08 pCBS 8.7 vCBS 7.13',
        'vItem 107.21',
      ],
    ],
    totals: [
      'ICMSTot vBC 100.00 vICMS 18.00 vProd 100.00 vNF 100.00',
      'IBSCBSTot vBCIBSCBS 82.00 vIBSUF 0.04 vIBSMun 0.04 vIBS 0.08 vCBS 7.13',
      'vNFTot 107.21',
    ],
    pag: 'pag tPag 03 vPag 107.21',
  },
  {
    name: '2027: a sweet drink comes back with its selective tax',
    store: 'normal',
    at: '2027-01-05T09:26:00-03:00',
    back: { of: '2027: a sweet drink with the selective tax', to: 'person' },
    working: 'The values of the sale.',
    items: [
      [
        'prod CFOP 1411 qCom 1 vUnCom 10 vProd 10.00',
        'ICMS60 CST 60',
        'IS CSTIS 000 cClassTribIS 000001 vBCIS 10.00 pIS 5 vIS 0.50',
        'IBSCBS CST 000 cClassTrib 000001 vBC 10.50 pIBSUF 0.05 vIBSUF 0.01 pIBSMun 0.05 vIBSMun 0.01 vIBS 0.02 pCBS 8.7 vCBS 0.91',
        'vItem 11.43',
      ],
    ],
    totals: [
      'ICMSTot vProd 10.00 vNF 10.00',
      'ISTot vIS 0.50',
      'IBSCBSTot vBCIBSCBS 10.50 vIBSUF 0.01 vIBSMun 0.01 vIBS 0.02 vCBS 0.91',
      'vNFTot 11.43',
    ],
    pag: 'pag tPag 90 vPag 0.00',
  },
  {
    name: '2027: a bonus',
    store: 'normal',
    at: '2027-01-05T09:30:00-03:00',
    draft: {
      ...{ to: 'shop', consumidor: 0, natureza_operacao: 'BONIFICACAO' },
      itens: [goods({ valor_unitario: 30, cfop: '5910', ibscbs_cclasstrib: '410001' })],
      pagamentos: unpaid,
    },
    working: 'ICMS 5.40 alone.',
    items: [
      [
        'prod CFOP 5910 qCom 1 vUnCom 30 vProd 30.00',
        'ICMS00 CST 00 vBC 30.00 pICMS 18 vICMS 5.40',
        'IBSCBS CST 410 cClassTrib 410001',
      ],
    ],
    totals: ['ICMSTot vBC 30.00 vICMS 5.40 vProd 30.00 vNF 30.00'],
    pag: 'pag tPag 90 vPag 0.00',
  },
  {
    name: 'Simples 05/01/2027: beer of 2026 comes back',
    store: 'simples',
    at: '2027-01-05T09:10:00-03:00',
    back: { of: 'Simples: beer whose ICMS was withheld', to: 'person' },
    working: 'Notes of this day tell IBS and CBS; at the rates of the sale: on 27.00 IBS 0.1 % = 0.027 → 0.03, CBS 0.243 → 0.24.',
    items: [
      [
        'prod CFOP 1411 qCom 6 vUnCom 4.5 vProd 27.00',
        'ICMSSN500 CSOSN 500',
        ...entered,
        'IBSCBS CST 000 cClassTrib 000001 vBC 27.00 pIBSUF 0.1 vIBSUF 0.03 pIBSMun 0 vIBSMun 0.00 vIBS 0.03 pCBS 0.9 vCBS 0.24',
        'vItem 27.00',
      ],
    ],
    totals: ['ICMSTot vProd 27.00 vNF 27.00', 'IBSCBSTot vBCIBSCBS 27.00 vIBSUF 0.03 vIBS 0.03 vCBS 0.24', 'vNFTot 27.00'],
    pag: 'pag tPag 90 vPag 0.00',
  },
]
