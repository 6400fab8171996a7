import type { GoldenNote } from './goldenNote.ts'

/**
 * NFC-e of the normal regime: ICMS 18 % (16.2 % in 2029), PIS 1.65 % and COFINS 7.6 % on the value without ICMS; IBS and CBS on what is left. From 2027
 * the price that is paid holds IBS and CBS: the goods are worth the most that, with their taxes, does not exceed it.
 */
export const counterSales: readonly GoldenNote[] = [
  {
    name: 'one loaf, cash',
    store: 'normal',
    at: '2026-03-10T12:00:00-03:00',
    sale: { lines: [['taxed', 1, 100]], paid: { '01': 100 } },
    working:
      'ICMS 100.00 × 18 % = 18.00. PIS, COFINS on 82.00: 1.353 → 1.35; 6.232 → 6.23. IBS, CBS on 82.00 − 1.35 − 6.23 = 74.42: 0.07442 → 0.07; 0.66978 → 0.67.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 100 vProd 100.00',
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
    pag: 'pag tPag 01 vPag 100.00',
  },
  {
    name: 'bread and beer, cash and credit card',
    store: 'normal',
    at: '2026-03-10T12:10:00-03:00',
    sale: {
      lines: [
        ['taxed', 2, 12.35],
        ['bottled', 3, 7.9],
      ],
      paid: { '01': 20, '03': 28.4 },
    },
    working:
      'Bread 24.70: ICMS 4.446 → 4.45; on 20.25 PIS 0.334125 → 0.33, COFINS 1.539 → 1.54; on 18.38 IBS 0.01838 → 0.02, CBS 0.16542 → 0.17. Beer 23.70, ICMS withheld before, single-phase PIS: on 23.70 IBS 0.0237 → 0.02, CBS 0.2133 → 0.21.',
    items: [
      [
        'prod CFOP 5102 qCom 2 vUnCom 12.35 vProd 24.70',
        'ICMS00 CST 00 vBC 24.70 pICMS 18 vICMS 4.45',
        'PISAliq CST 01 vBC 20.25 pPIS 1.65 vPIS 0.33',
        'COFINSAliq CST 01 vBC 20.25 pCOFINS 7.6 vCOFINS 1.54',
        'IBSCBS CST 000 cClassTrib 000001 vBC 18.38 pIBSUF 0.1 vIBSUF 0.02 pIBSMun 0 vIBSMun 0.00 vIBS 0.02 pCBS 0.9 vCBS 0.17',
        'vItem 24.70',
      ],
      [
        'prod CFOP 5405 qCom 3 vUnCom 7.9 vProd 23.70',
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
    pag: 'pag tPag 01 vPag 20.00 tPag 03 vPag 28.40',
  },
  {
    name: 'a discount over taxed, reduced and exempt goods',
    store: 'normal',
    at: '2026-03-10T12:20:00-03:00',
    sale: {
      lines: [
        ['taxed', 1, 50],
        ['prepared', 1, 30],
        ['fruit', 1, 20],
      ],
      discount: 10,
      paid: { '01': 90 },
    },
    working:
      '10.00 over 50, 30, 20: 5.00, 3.00, 2.00. Taxed 45.00: ICMS 8.10; on 36.90 PIS 0.60885 → 0.61, COFINS 2.8044 → 2.80; on 33.49 IBS 0.03, CBS 0.30141 → 0.30. Prepared 27.00, base less 50 % 13.50: ICMS 2.43; on 24.57 PIS 0.405405 → 0.41, COFINS 1.86732 → 1.87; on 22.29 less 40 %: IBS 0.06 % = 0.013374 → 0.01, CBS 0.54 % = 0.120366 → 0.12. Fruit 18.00: rates less 100 % are 0.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 50 vProd 50.00 vDesc 5.00',
        'ICMS00 CST 00 vBC 45.00 pICMS 18 vICMS 8.10',
        'PISAliq CST 01 vBC 36.90 pPIS 1.65 vPIS 0.61',
        'COFINSAliq CST 01 vBC 36.90 pCOFINS 7.6 vCOFINS 2.80',
        'IBSCBS CST 000 cClassTrib 000001 vBC 33.49 pIBSUF 0.1 vIBSUF 0.03 pIBSMun 0 vIBSMun 0.00 vIBS 0.03 pCBS 0.9 vCBS 0.30',
        'vItem 45.00',
      ],
      [
        'prod CFOP 5102 qCom 1 vUnCom 30 vProd 30.00 vDesc 3.00',
        'ICMS20 CST 20 pRedBC 50 vBC 13.50 pICMS 18 vICMS 2.43',
        'PISAliq CST 01 vBC 24.57 pPIS 1.65 vPIS 0.41',
        'COFINSAliq CST 01 vBC 24.57 pCOFINS 7.6 vCOFINS 1.87',
        'IBSCBS CST 200 cClassTrib 200047 vBC 22.29 pIBSUF 0.1 pRedAliq 40 pAliqEfet 0.06 vIBSUF 0.01 pIBSMun 0 pRedAliq 40 pAliqEfet 0 vIBSMun 0.00 vIBS 0.01 pCBS 0.9 pRedAliq 40 pAliqEfet 0.54 vCBS 0.12',
        'vItem 27.00',
      ],
      [
        'prod CFOP 5102 qCom 1 vUnCom 20 vProd 20.00 vDesc 2.00',
        'ICMS40 CST 40',
        'PISNT CST 06',
        'COFINSNT CST 06',
        'IBSCBS CST 200 cClassTrib 200014 vBC 18.00 pIBSUF 0.1 pRedAliq 100 pAliqEfet 0 vIBSUF 0.00 pIBSMun 0 pRedAliq 100 pAliqEfet 0 vIBSMun 0.00 vIBS 0.00 pCBS 0.9 pRedAliq 100 pAliqEfet 0 vCBS 0.00',
        'vItem 18.00',
      ],
    ],
    totals: [
      'ICMSTot vBC 58.50 vICMS 10.53 vProd 100.00 vDesc 10.00 vPIS 1.02 vCOFINS 4.67 vNF 90.00',
      'IBSCBSTot vBCIBSCBS 73.78 vIBSUF 0.04 vIBS 0.04 vCBS 0.42',
      'vNFTot 90.00',
    ],
    pag: 'pag tPag 01 vPag 90.00',
  },
  {
    name: 'a service charge, PIX',
    store: 'normal',
    at: '2026-03-10T12:30:00-03:00',
    sale: {
      lines: [
        ['taxed', 1, 80],
        ['bottled', 1, 20],
      ],
      service: 10,
      paid: { '17': 110 },
    },
    working:
      '10.00 over 80 and 20: 8.00, 2.00. Taxed 88.00: ICMS 15.84; on 72.16 PIS 1.19064 → 1.19, COFINS 5.48416 → 5.48; on 65.49 IBS 0.06549 → 0.07, CBS 0.58941 → 0.59. Bottled 22.00: IBS 0.022 → 0.02, CBS 0.198 → 0.20.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 80 vProd 80.00 vOutro 8.00',
        'ICMS00 CST 00 vBC 88.00 pICMS 18 vICMS 15.84',
        'PISAliq CST 01 vBC 72.16 pPIS 1.65 vPIS 1.19',
        'COFINSAliq CST 01 vBC 72.16 pCOFINS 7.6 vCOFINS 5.48',
        'IBSCBS CST 000 cClassTrib 000001 vBC 65.49 pIBSUF 0.1 vIBSUF 0.07 pIBSMun 0 vIBSMun 0.00 vIBS 0.07 pCBS 0.9 vCBS 0.59',
        'vItem 88.00',
      ],
      [
        'prod CFOP 5405 qCom 1 vUnCom 20 vProd 20.00 vOutro 2.00',
        'ICMS60 CST 60',
        'PISNT CST 04',
        'COFINSNT CST 04',
        'IBSCBS CST 000 cClassTrib 000001 vBC 22.00 pIBSUF 0.1 vIBSUF 0.02 pIBSMun 0 vIBSMun 0.00 vIBS 0.02 pCBS 0.9 vCBS 0.20',
        'vItem 22.00',
      ],
    ],
    totals: [
      'ICMSTot vBC 88.00 vICMS 15.84 vProd 100.00 vPIS 1.19 vCOFINS 5.48 vOutro 10.00 vNF 110.00',
      'IBSCBSTot vBCIBSCBS 87.49 vIBSUF 0.09 vIBS 0.09 vCBS 0.79',
      'vNFTot 110.00',
    ],
    pag: 'pag tPag 17 vPag 110.00',
  },
  {
    name: 'a dish by the restaurants’ own regime',
    store: 'normal',
    at: '2026-03-10T12:40:00-03:00',
    sale: { lines: [['prepared', 1, 59.9]], paid: { '01': 59.9 } },
    working:
      'Base 59.90 less 50 % 29.95: ICMS 5.391 → 5.39. On 54.51 PIS 0.899415 → 0.90, COFINS 4.14276 → 4.14. On 49.47 IBS 0.06 % = 0.029682 → 0.03, CBS 0.54 % = 0.267138 → 0.27.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 59.9 vProd 59.90',
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
  },
  {
    name: 'fruit by weight, exempt',
    store: 'normal',
    at: '2026-03-10T12:50:00-03:00',
    sale: { lines: [['fruit', 1.25, 7.98]], paid: { '01': 9.98 } },
    working: '1.25 × 7.98 = 9.975 → 9.98. Nothing is due; IBS and CBS have their base.',
    items: [
      [
        'prod CFOP 5102 qCom 1.25 vUnCom 7.98 vProd 9.98',
        'ICMS40 CST 40',
        'PISNT CST 06',
        'COFINSNT CST 06',
        'IBSCBS CST 200 cClassTrib 200014 vBC 9.98 pIBSUF 0.1 pRedAliq 100 pAliqEfet 0 vIBSUF 0.00 pIBSMun 0 pRedAliq 100 pAliqEfet 0 vIBSMun 0.00 vIBS 0.00 pCBS 0.9 pRedAliq 100 pAliqEfet 0 vCBS 0.00',
        'vItem 9.98',
      ],
    ],
    totals: ['ICMSTot vProd 9.98 vNF 9.98', 'IBSCBSTot vBCIBSCBS 9.98', 'vNFTot 9.98'],
    pag: 'pag tPag 01 vPag 9.98',
  },
  {
    name: 'bread by weight',
    store: 'normal',
    at: '2026-03-10T13:00:00-03:00',
    sale: { lines: [['taxed', 0.333, 29.9]], paid: { '01': 9.96 } },
    working:
      '0.333 × 29.90 = 9.9567 → 9.96. ICMS 1.7928 → 1.79; on 8.17 PIS 0.134805 → 0.13, COFINS 0.62092 → 0.62; on 7.42 IBS 0.00742 → 0.01, CBS 0.06678 → 0.07.',
    items: [
      [
        'prod CFOP 5102 qCom 0.333 vUnCom 29.9 vProd 9.96',
        'ICMS00 CST 00 vBC 9.96 pICMS 18 vICMS 1.79',
        'PISAliq CST 01 vBC 8.17 pPIS 1.65 vPIS 0.13',
        'COFINSAliq CST 01 vBC 8.17 pCOFINS 7.6 vCOFINS 0.62',
        'IBSCBS CST 000 cClassTrib 000001 vBC 7.42 pIBSUF 0.1 vIBSUF 0.01 pIBSMun 0 vIBSMun 0.00 vIBS 0.01 pCBS 0.9 vCBS 0.07',
        'vItem 9.96',
      ],
    ],
    totals: [
      'ICMSTot vBC 9.96 vICMS 1.79 vProd 9.96 vPIS 0.13 vCOFINS 0.62 vNF 9.96',
      'IBSCBSTot vBCIBSCBS 7.42 vIBSUF 0.01 vIBS 0.01 vCBS 0.07',
      'vNFTot 9.96',
    ],
    pag: 'pag tPag 01 vPag 9.96',
  },
  {
    name: 'goods outside of all taxes: no totals of IBS and CBS (1118)',
    store: 'normal',
    at: '2026-03-10T13:10:00-03:00',
    sale: { lines: [['outside', 1, 15]], paid: { '01': 15 } },
    working: 'Class 410 has no gIBSCBS: nothing to sum up.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 15 vProd 15.00',
        'ICMS40 CST 41',
        'PISNT CST 08',
        'COFINSNT CST 08',
        'IBSCBS CST 410 cClassTrib 410999',
      ],
    ],
    totals: ['ICMSTot vProd 15.00 vNF 15.00'],
    pag: 'pag tPag 01 vPag 15.00',
  },
]
