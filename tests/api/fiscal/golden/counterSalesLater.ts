import type { GoldenNote } from './goldenNote.ts'

/** NFC-e of the normal regime from 2027: CBS 8.7 %, IBS 0.05 + 0.05 %; in 2029 IBS 0.9 + 0.9 %. */
export const counterSalesLater: readonly GoldenNote[] = [
  {
    name: '2027: one loaf whose price holds the taxes',
    store: 'normal',
    at: '2027-01-02T12:00:00-03:00',
    sale: { lines: [['taxed', 1, 107.21]], paid: { '01': 107.21 } },
    working: 'Goods 100.00: ICMS 18.00; on 82.00 IBS 0.041 → 0.04 twice, CBS 7.134 → 7.13: 107.21. With 100.01 it were 107.22.',
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
  {
    name: '2027: two loaves',
    store: 'normal',
    at: '2027-01-02T12:10:00-03:00',
    sale: { lines: [['taxed', 2, 107.21]], paid: { '01': 200, '03': 14.42 } },
    working:
      'Paid 214.42. Goods 199.99: ICMS 35.9982 → 36.00; on 163.99 IBS 0.081995 → 0.08 twice, CBS 14.26713 → 14.27: 214.42. With 200.00 CBS is 14.268 → 14.27: 214.43, too much.',
    items: [
      [
        'prod CFOP 5102 qCom 2 vUnCom 99.995 vProd 199.99',
        'ICMS00 CST 00 vBC 199.99 pICMS 18 vICMS 36.00',
        'IBSCBS CST 000 cClassTrib 000001 vBC 163.99 pIBSUF 0.05 vIBSUF 0.08 pIBSMun 0.05 vIBSMun 0.08 vIBS 0.16 pCBS 8.7 vCBS 14.27',
        'vItem 214.42',
      ],
    ],
    totals: [
      'ICMSTot vBC 199.99 vICMS 36.00 vProd 199.99 vNF 199.99',
      'IBSCBSTot vBCIBSCBS 163.99 vIBSUF 0.08 vIBSMun 0.08 vIBS 0.16 vCBS 14.27',
      'vNFTot 214.42',
    ],
    pag: 'pag tPag 01 vPag 200.00 tPag 03 vPag 14.42',
  },
  {
    name: '2027: a dish by the restaurants’ own regime',
    store: 'normal',
    at: '2027-01-02T12:20:00-03:00',
    sale: { lines: [['prepared', 1, 59.9]], paid: { '01': 59.9 } },
    working:
      'Goods 57.15: half is 28.575 → 28.58, ICMS 5.1444 → 5.14; on 52.01 IBS 0.03 % = 0.015603 → 0.02 twice, CBS 5.22 % = 2.714922 → 2.71: 59.90.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 57.15 vProd 57.15',
        'ICMS20 CST 20 pRedBC 50 vBC 28.58 pICMS 18 vICMS 5.14',
        'IBSCBS CST 200 cClassTrib 200047 vBC 52.01 pIBSUF 0.05 pRedAliq 40 pAliqEfet 0.03 vIBSUF 0.02 pIBSMun 0.05 pRedAliq 40 pAliqEfet 0.03 vIBSMun 0.02 vIBS 0.04 pCBS 8.7 pRedAliq 40 pAliqEfet 5.22 vCBS 2.71',
        'vItem 59.90',
      ],
    ],
    totals: [
      'ICMSTot vBC 28.58 vICMS 5.14 vProd 57.15 vNF 57.15',
      'IBSCBSTot vBCIBSCBS 52.01 vIBSUF 0.02 vIBSMun 0.02 vIBS 0.04 vCBS 2.71',
      'vNFTot 59.90',
    ],
    pag: 'pag tPag 01 vPag 59.90',
  },
  {
    name: '2027: a cent that no price gives stands at CBS',
    store: 'normal',
    at: '2027-01-02T12:30:00-03:00',
    sale: { lines: [['prepared', 1, 59.91]], paid: { '01': 59.91 } },
    working:
      'Goods 57.15 make 59.90 (see above). Goods 57.16: ICMS 5.14; on 52.02 CBS 2.715444 → 2.72, IBS 0.04: 59.92. So 57.15, and the cent at CBS: 2.72, within a cent of 2.714922.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 57.15 vProd 57.15',
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
  },
  {
    name: '2027: a canned drink, in full',
    store: 'normal',
    at: '2027-01-02T12:40:00-03:00',
    sale: { lines: [['bottled', 1, 9.9]], paid: { '17': 9.9 } },
    working: 'Goods 9.11: IBS 0.004555 → 0.00 twice, CBS 0.79257 → 0.79: 9.90. With 9.12 CBS is 0.79344 → 0.79: 9.91.',
    items: [
      [
        'prod CFOP 5405 qCom 1 vUnCom 9.11 vProd 9.11',
        'ICMS60 CST 60',
        'IBSCBS CST 000 cClassTrib 000001 vBC 9.11 pIBSUF 0.05 vIBSUF 0.00 pIBSMun 0.05 vIBSMun 0.00 vIBS 0.00 pCBS 8.7 vCBS 0.79',
        'vItem 9.90',
      ],
    ],
    totals: ['ICMSTot vProd 9.11 vNF 9.11', 'IBSCBSTot vBCIBSCBS 9.11 vCBS 0.79', 'vNFTot 9.90'],
    pag: 'pag tPag 17 vPag 9.90',
  },
  {
    name: '2027: discount and service on one loaf',
    store: 'normal',
    at: '2027-01-02T12:50:00-03:00',
    sale: { lines: [['taxed', 1, 120]], discount: 20, service: 10, paid: { '01': 110 } },
    working:
      'Paid 110.00. Operation 102.60: ICMS 18.468 → 18.47; on 84.13 IBS 0.042065 → 0.04 twice, CBS 7.31931 → 7.32: 110.00. Goods 102.60 + 20.00 − 10.00 = 112.60.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 112.6 vProd 112.60 vDesc 20.00 vOutro 10.00',
        'ICMS00 CST 00 vBC 102.60 pICMS 18 vICMS 18.47',
        'IBSCBS CST 000 cClassTrib 000001 vBC 84.13 pIBSUF 0.05 vIBSUF 0.04 pIBSMun 0.05 vIBSMun 0.04 vIBS 0.08 pCBS 8.7 vCBS 7.32',
        'vItem 110.00',
      ],
    ],
    totals: [
      'ICMSTot vBC 102.60 vICMS 18.47 vProd 112.60 vDesc 20.00 vOutro 10.00 vNF 102.60',
      'IBSCBSTot vBCIBSCBS 84.13 vIBSUF 0.04 vIBSMun 0.04 vIBS 0.08 vCBS 7.32',
      'vNFTot 110.00',
    ],
    pag: 'pag tPag 01 vPag 110.00',
  },
  {
    name: '2027: a sweet drink with the selective tax',
    store: 'normal',
    at: '2027-01-02T13:00:00-03:00',
    sale: { lines: [['sugary', 1, 11.43]], paid: { '01': 11.43 } },
    working:
      'Goods 10.00: IS 5 % = 0.50, part of the base of the others: on 10.50 IBS 0.00525 → 0.01 twice, CBS 0.9135 → 0.91: 11.43.',
    items: [
      [
        'prod CFOP 5405 qCom 1 vUnCom 10 vProd 10.00',
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
    pag: 'pag tPag 01 vPag 11.43',
  },
  {
    name: '2029: bread and beer',
    store: 'normal',
    at: '2029-03-01T12:00:00-03:00',
    sale: {
      lines: [
        ['taxed2029', 1, 108.79],
        ['bottled', 1, 5.5],
      ],
      paid: { '01': 114.29 },
    },
    working:
      'Bread 100.00: ICMS 16.20; on 83.80 IBS 0.9 % = 0.7542 → 0.75 twice, CBS 7.2906 → 7.29: 108.79. Beer 4.99: IBS 0.04491 → 0.04 twice, CBS 0.43413 → 0.43: 5.50; with 5.00 it were 0.05 twice and 0.44: 5.54.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 100 vProd 100.00',
        'ICMS00 CST 00 vBC 100.00 pICMS 16.2 vICMS 16.20',
        'IBSCBS CST 000 cClassTrib 000001 vBC 83.80 pIBSUF 0.9 vIBSUF 0.75 pIBSMun 0.9 vIBSMun 0.75 vIBS 1.50 pCBS 8.7 vCBS 7.29',
        'vItem 108.79',
      ],
      [
        'prod CFOP 5405 qCom 1 vUnCom 4.99 vProd 4.99',
        'ICMS60 CST 60',
        'IBSCBS CST 000 cClassTrib 000001 vBC 4.99 pIBSUF 0.9 vIBSUF 0.04 pIBSMun 0.9 vIBSMun 0.04 vIBS 0.08 pCBS 8.7 vCBS 0.43',
        'vItem 5.50',
      ],
    ],
    totals: [
      'ICMSTot vBC 100.00 vICMS 16.20 vProd 104.99 vNF 104.99',
      'IBSCBSTot vBCIBSCBS 88.79 vIBSUF 0.79 vIBSMun 0.79 vIBS 1.58 vCBS 7.72',
      'vNFTot 114.29',
    ],
    pag: 'pag tPag 01 vPag 114.29',
  },
  {
    name: '2029: a dish by the restaurants’ own regime',
    store: 'normal',
    at: '2029-03-01T12:10:00-03:00',
    sale: { lines: [['prepared2029', 1, 59.9]], paid: { '01': 59.9 } },
    working:
      'Goods 56.62: half is 28.31, ICMS 4.58622 → 4.59; on 52.03 IBS 0.54 % = 0.280962 → 0.28 twice, CBS 5.22 % = 2.715966 → 2.72: 59.90.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 56.62 vProd 56.62',
        'ICMS20 CST 20 pRedBC 50 vBC 28.31 pICMS 16.2 vICMS 4.59',
        'IBSCBS CST 200 cClassTrib 200047 vBC 52.03 pIBSUF 0.9 pRedAliq 40 pAliqEfet 0.54 vIBSUF 0.28 pIBSMun 0.9 pRedAliq 40 pAliqEfet 0.54 vIBSMun 0.28 vIBS 0.56 pCBS 8.7 pRedAliq 40 pAliqEfet 5.22 vCBS 2.72',
        'vItem 59.90',
      ],
    ],
    totals: [
      'ICMSTot vBC 28.31 vICMS 4.59 vProd 56.62 vNF 56.62',
      'IBSCBSTot vBCIBSCBS 52.03 vIBSUF 0.28 vIBSMun 0.28 vIBS 0.56 vCBS 2.72',
      'vNFTot 59.90',
    ],
    pag: 'pag tPag 01 vPag 59.90',
  },
]
