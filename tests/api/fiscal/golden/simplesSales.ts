import type { GoldenNote } from './goldenNote.ts'

const none = ['PISOutr CST 49 vBC 0.00 pPIS 0 vPIS 0.00', 'COFINSOutr CST 49 vBC 0.00 pCOFINS 0 vCOFINS 0.00']

/**
 * NFC-e of the Simples, of the Simples beyond its limit (CRT 2) and of a MEI. IBS and CBS are told from 04/01/2027: of the Simples and the MEI inside
 * what is paid, beside CRT 2 as the others.
 */
export const simplesSales: readonly GoldenNote[] = [
  {
    name: 'Simples: with a discount',
    store: 'simples',
    at: '2026-03-10T12:00:00-03:00',
    sale: { lines: [['simples', 2, 9.9]], discount: 0.8, paid: { '01': 19 } },
    working: '19.80 − 0.80 = 19.00; CSOSN 102 has no values.',
    items: [['prod CFOP 5102 qCom 2 vUnCom 9.9 vProd 19.80 vDesc 0.80', 'ICMSSN102 CSOSN 102', ...none]],
    totals: ['ICMSTot vProd 19.80 vDesc 0.80 vNF 19.00'],
    pag: 'pag tPag 01 vPag 19.00',
  },
  {
    name: 'Simples: beer whose ICMS was withheld',
    store: 'simples',
    at: '2026-03-10T12:10:00-03:00',
    sale: { lines: [['simplesBottled', 6, 4.5]], paid: { '01': 27 } },
    working: '6 × 4.50 = 27.00; CSOSN 500.',
    items: [['prod CFOP 5405 qCom 6 vUnCom 4.5 vProd 27.00', 'ICMSSN500 CSOSN 500', ...none]],
    totals: ['ICMSTot vProd 27.00 vNF 27.00'],
    pag: 'pag tPag 01 vPag 27.00',
  },
  {
    name: 'Simples: service, two means of payment',
    store: 'simples',
    at: '2026-03-10T12:20:00-03:00',
    sale: {
      lines: [
        ['simples', 1, 35],
        ['simplesBottled', 2, 6],
      ],
      service: 4.7,
      paid: { '01': 20, '03': 31.7 },
    },
    working: '35.00 + 12.00 = 47.00, and 10 %: 3.50, 1.20; 51.70.',
    items: [
      ['prod CFOP 5102 qCom 1 vUnCom 35 vProd 35.00 vOutro 3.50', 'ICMSSN102 CSOSN 102', ...none],
      ['prod CFOP 5405 qCom 2 vUnCom 6 vProd 12.00 vOutro 1.20', 'ICMSSN500 CSOSN 500', ...none],
    ],
    totals: ['ICMSTot vProd 47.00 vOutro 4.70 vNF 51.70'],
    pag: 'pag tPag 01 vPag 20.00 tPag 03 vPag 31.70',
  },
  {
    name: 'Simples 02/01/2027: PIS and COFINS are gone, IBS and CBS not there yet',
    store: 'simples',
    at: '2027-01-02T12:00:00-03:00',
    sale: { lines: [['simples', 2, 9.9]], paid: { '01': 19.8 } },
    working: '19.80, and no group of a federal tax.',
    items: [['prod CFOP 5102 qCom 2 vUnCom 9.9 vProd 19.80', 'ICMSSN102 CSOSN 102']],
    totals: ['ICMSTot vProd 19.80 vNF 19.80'],
    pag: 'pag tPag 01 vPag 19.80',
  },
  {
    name: 'Simples 05/01/2027: IBS and CBS are told, not added',
    store: 'simples',
    at: '2027-01-05T12:00:00-03:00',
    sale: { lines: [['simples', 1, 100]], paid: { '01': 100 } },
    working: 'On 100.00: IBS 0.05 twice, CBS 8.70. Paid inside the DAS: the total stays 100.00.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 100 vProd 100.00',
        'ICMSSN102 CSOSN 102',
        'IBSCBS CST 000 cClassTrib 000001 vBC 100.00 pIBSUF 0.05 vIBSUF 0.05 pIBSMun 0.05 vIBSMun 0.05 vIBS 0.10 pCBS 8.7 vCBS 8.70',
        'vItem 100.00',
      ],
    ],
    totals: [
      'ICMSTot vProd 100.00 vNF 100.00',
      'IBSCBSTot vBCIBSCBS 100.00 vIBSUF 0.05 vIBSMun 0.05 vIBS 0.10 vCBS 8.70',
      'vNFTot 100.00',
    ],
    pag: 'pag tPag 01 vPag 100.00',
  },
  {
    name: 'Simples 05/01/2027: a dish with service',
    store: 'simples',
    at: '2027-01-05T12:10:00-03:00',
    sale: { lines: [['simplesPrepared', 1, 59.9]], service: 5.99, paid: { '01': 65.89 } },
    working: 'On 65.89 less 40 %: IBS 0.03 % = 0.019767 → 0.02 twice, CBS 5.22 % = 3.439458 → 3.44.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 59.9 vProd 59.90 vOutro 5.99',
        'ICMSSN102 CSOSN 102',
        'IBSCBS CST 200 cClassTrib 200047 vBC 65.89 pIBSUF 0.05 pRedAliq 40 pAliqEfet 0.03 vIBSUF 0.02 pIBSMun 0.05 pRedAliq 40 pAliqEfet 0.03 vIBSMun 0.02 vIBS 0.04 pCBS 8.7 pRedAliq 40 pAliqEfet 5.22 vCBS 3.44',
        'vItem 65.89',
      ],
    ],
    totals: [
      'ICMSTot vProd 59.90 vOutro 5.99 vNF 65.89',
      'IBSCBSTot vBCIBSCBS 65.89 vIBSUF 0.02 vIBSMun 0.02 vIBS 0.04 vCBS 3.44',
      'vNFTot 65.89',
    ],
    pag: 'pag tPag 01 vPag 65.89',
  },
  {
    name: 'Simples 2029: a dish',
    store: 'simples',
    at: '2029-03-01T12:00:00-03:00',
    sale: { lines: [['simplesPrepared', 1, 40]], paid: { '01': 40 } },
    working: 'On 40.00 less 40 %: IBS 0.54 % = 0.216 → 0.22 twice, CBS 5.22 % = 2.088 → 2.09.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 40 vProd 40.00',
        'ICMSSN102 CSOSN 102',
        'IBSCBS CST 200 cClassTrib 200047 vBC 40.00 pIBSUF 0.9 pRedAliq 40 pAliqEfet 0.54 vIBSUF 0.22 pIBSMun 0.9 pRedAliq 40 pAliqEfet 0.54 vIBSMun 0.22 vIBS 0.44 pCBS 8.7 pRedAliq 40 pAliqEfet 5.22 vCBS 2.09',
        'vItem 40.00',
      ],
    ],
    totals: [
      'ICMSTot vProd 40.00 vNF 40.00',
      'IBSCBSTot vBCIBSCBS 40.00 vIBSUF 0.22 vIBSMun 0.22 vIBS 0.44 vCBS 2.09',
      'vNFTot 40.00',
    ],
    pag: 'pag tPag 01 vPag 40.00',
  },
  {
    name: 'MEI: PIX',
    store: 'mei',
    at: '2026-03-10T12:00:00-03:00',
    sale: { lines: [['simples', 3, 8]], paid: { '17': 24 } },
    working: '3 × 8.00 = 24.00.',
    items: [['prod CFOP 5102 qCom 3 vUnCom 8 vProd 24.00', 'ICMSSN102 CSOSN 102', ...none]],
    totals: ['ICMSTot vProd 24.00 vNF 24.00'],
    pag: 'pag tPag 17 vPag 24.00',
  },
  {
    name: 'MEI 05/01/2027',
    store: 'mei',
    at: '2027-01-05T12:00:00-03:00',
    sale: { lines: [['simples', 1, 10]], paid: { '01': 10 } },
    working: 'On 10.00: IBS 0.005 → 0.01 twice (half up), CBS 0.87.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 10 vProd 10.00',
        'ICMSSN102 CSOSN 102',
        'IBSCBS CST 000 cClassTrib 000001 vBC 10.00 pIBSUF 0.05 vIBSUF 0.01 pIBSMun 0.05 vIBSMun 0.01 vIBS 0.02 pCBS 8.7 vCBS 0.87',
        'vItem 10.00',
      ],
    ],
    totals: [
      'ICMSTot vProd 10.00 vNF 10.00',
      'IBSCBSTot vBCIBSCBS 10.00 vIBSUF 0.01 vIBSMun 0.01 vIBS 0.02 vCBS 0.87',
      'vNFTot 10.00',
    ],
    pag: 'pag tPag 01 vPag 10.00',
  },
  {
    name: 'MEI 2029',
    store: 'mei',
    at: '2029-03-01T12:00:00-03:00',
    sale: { lines: [['simples', 1, 10]], paid: { '01': 10 } },
    working: 'On 10.00: IBS 0.09 twice, CBS 0.87.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 10 vProd 10.00',
        'ICMSSN102 CSOSN 102',
        'IBSCBS CST 000 cClassTrib 000001 vBC 10.00 pIBSUF 0.9 vIBSUF 0.09 pIBSMun 0.9 vIBSMun 0.09 vIBS 0.18 pCBS 8.7 vCBS 0.87',
        'vItem 10.00',
      ],
    ],
    totals: [
      'ICMSTot vProd 10.00 vNF 10.00',
      'IBSCBSTot vBCIBSCBS 10.00 vIBSUF 0.09 vIBSMun 0.09 vIBS 0.18 vCBS 0.87',
      'vNFTot 10.00',
    ],
    pag: 'pag tPag 01 vPag 10.00',
  },
  {
    name: 'beyond the limit of the Simples: ICMS as the others, PIS and COFINS in the DAS',
    store: 'limit',
    at: '2026-03-10T12:00:00-03:00',
    sale: { lines: [['beyond', 1, 50]], paid: { '01': 50 } },
    working: 'ICMS 50.00 × 18 % = 9.00; CST 49 without values.',
    items: [['prod CFOP 5102 qCom 1 vUnCom 50 vProd 50.00', 'ICMS00 CST 00 vBC 50.00 pICMS 18 vICMS 9.00', ...none]],
    totals: ['ICMSTot vBC 50.00 vICMS 9.00 vProd 50.00 vNF 50.00'],
    pag: 'pag tPag 01 vPag 50.00',
  },
  {
    name: 'beyond the limit 05/01/2027',
    store: 'limit',
    at: '2027-01-05T12:00:00-03:00',
    sale: { lines: [['beyond', 1, 107.21]], paid: { '01': 107.21 } },
    working: 'As the normal regime: goods 100.00, ICMS 18.00, on 82.00 IBS 0.04 twice, CBS 7.13.',
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
    pag: 'pag tPag 01 vPag 107.21',
  },
]
