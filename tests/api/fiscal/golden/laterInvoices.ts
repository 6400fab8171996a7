import type { GoldenNote } from './goldenNote.ts'
import { cash, goods, simplesGoods, untaxed } from './goods.ts'

const none = ['PISOutr CST 49 vBC 0.00 pPIS 0 vPIS 0.00', 'COFINSOutr CST 49 vBC 0.00 pCOFINS 0 vCOFINS 0.00']

/** NF-e within the state: of the normal regime from 2027, and of the Simples in all years. */
export const laterInvoices: readonly GoldenNote[] = [
  {
    name: '2027: taxes on top of the price, with freight',
    store: 'normal',
    at: '2027-01-02T09:00:00-03:00',
    draft: { to: 'shop', consumidor: 0, itens: [goods({ valor_unitario: 100 })], total_frete: 10, pagamentos: cash(117.95) },
    working: 'On 110.00 ICMS 19.80; on 90.20 IBS 0.0451 → 0.05 twice, CBS 7.8474 → 7.85; 110.00 + 7.95 = 117.95.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 100 vProd 100.00 vFrete 10.00',
        'ICMS00 CST 00 vBC 110.00 pICMS 18 vICMS 19.80',
        'IBSCBS CST 000 cClassTrib 000001 vBC 90.20 pIBSUF 0.05 vIBSUF 0.05 pIBSMun 0.05 vIBSMun 0.05 vIBS 0.10 pCBS 8.7 vCBS 7.85',
        'vItem 117.95',
      ],
    ],
    totals: [
      'ICMSTot vBC 110.00 vICMS 19.80 vProd 100.00 vFrete 10.00 vNF 110.00',
      'IBSCBSTot vBCIBSCBS 90.20 vIBSUF 0.05 vIBSMun 0.05 vIBS 0.10 vCBS 7.85',
      'vNFTot 117.95',
    ],
    pag: 'pag tPag 01 vPag 117.95',
  },
  {
    name: '2027: substitution, and an IPI of zero',
    store: 'normal',
    at: '2027-01-02T09:10:00-03:00',
    draft: {
      to: 'shop',
      consumidor: 0,
      itens: [
        goods({
          ...{ quantidade: 10, valor_unitario: 10, cfop: '5403', icms_cst: '10', icms_st_mva: 40, icms_st_alq: 18 },
          ...{ ipi_cst: '50', ipi_alq: 5 },
        }),
      ],
      pagamentos: cash(114.41),
    },
    working:
      'IPI 0 %. ICMS 18.00; 100 × 1.4 = 140.00: 25.20 − 18.00 = 7.20. On 82.00 IBS 0.04 twice, CBS 7.13. 100.00 + 7.20 + 7.21 = 114.41.',
    items: [
      [
        'prod CFOP 5403 qCom 10 vUnCom 10 vProd 100.00',
        'ICMS10 CST 10 vBC 100.00 pICMS 18 vICMS 18.00 pMVAST 40 vBCST 140.00 pICMSST 18 vICMSST 7.20',
        'IPITrib CST 50 vBC 100.00 pIPI 0 vIPI 0.00',
        'IBSCBS CST 000 cClassTrib 000001 vBC 82.00 pIBSUF 0.05 vIBSUF 0.04 pIBSMun 0.05 vIBSMun 0.04 vIBS 0.08 pCBS 8.7 vCBS 7.13',
        'vItem 114.41',
      ],
    ],
    totals: [
      'ICMSTot vBC 100.00 vICMS 18.00 vBCST 140.00 vST 7.20 vProd 100.00 vNF 107.20',
      'IBSCBSTot vBCIBSCBS 82.00 vIBSUF 0.04 vIBSMun 0.04 vIBS 0.08 vCBS 7.13',
      'vNFTot 114.41',
    ],
    pag: 'pag tPag 01 vPag 114.41',
  },
  {
    name: '2027: food of annex VII, rates less 60 %',
    store: 'normal',
    at: '2027-01-02T09:20:00-03:00',
    draft: {
      to: 'shop',
      consumidor: 0,
      itens: [goods({ valor_unitario: 50, icms_cst: '40', ...untaxed('06'), ibscbs_cclasstrib: '200034' })],
      pagamentos: cash(51.76),
    },
    working: 'On 50.00: IBS 0.02 % = 0.01 twice, CBS 3.48 % = 1.74.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 50 vProd 50.00',
        'ICMS40 CST 40',
        'IBSCBS CST 200 cClassTrib 200034 vBC 50.00 pIBSUF 0.05 pRedAliq 60 pAliqEfet 0.02 vIBSUF 0.01 pIBSMun 0.05 pRedAliq 60 pAliqEfet 0.02 vIBSMun 0.01 vIBS 0.02 pCBS 8.7 pRedAliq 60 pAliqEfet 3.48 vCBS 1.74',
        'vItem 51.76',
      ],
    ],
    totals: [
      'ICMSTot vProd 50.00 vNF 50.00',
      'IBSCBSTot vBCIBSCBS 50.00 vIBSUF 0.01 vIBSMun 0.01 vIBS 0.02 vCBS 1.74',
      'vNFTot 51.76',
    ],
    pag: 'pag tPag 01 vPag 51.76',
  },
  {
    name: '2029: ICMS less a tenth, IBS at work',
    store: 'normal',
    at: '2029-03-01T09:00:00-03:00',
    draft: {
      ...{ to: 'shop', consumidor: 0, itens: [goods({ quantidade: 2, valor_unitario: 75, icms_alq: 16.2 })] },
      pagamentos: cash(163.2),
    },
    working: 'ICMS 24.30; on 125.70 IBS 1.1313 → 1.13 twice, CBS 10.9359 → 10.94.',
    items: [
      [
        'prod CFOP 5102 qCom 2 vUnCom 75 vProd 150.00',
        'ICMS00 CST 00 vBC 150.00 pICMS 16.2 vICMS 24.30',
        'IBSCBS CST 000 cClassTrib 000001 vBC 125.70 pIBSUF 0.9 vIBSUF 1.13 pIBSMun 0.9 vIBSMun 1.13 vIBS 2.26 pCBS 8.7 vCBS 10.94',
        'vItem 163.20',
      ],
    ],
    totals: [
      'ICMSTot vBC 150.00 vICMS 24.30 vProd 150.00 vNF 150.00',
      'IBSCBSTot vBCIBSCBS 125.70 vIBSUF 1.13 vIBSMun 1.13 vIBS 2.26 vCBS 10.94',
      'vNFTot 163.20',
    ],
    pag: 'pag tPag 01 vPag 163.20',
  },
  {
    name: '2029: substitution',
    store: 'normal',
    at: '2029-03-01T09:10:00-03:00',
    draft: {
      to: 'shop',
      consumidor: 0,
      itens: [
        goods({
          ...{ valor_unitario: 100, cfop: '5403', icms_cst: '10', icms_alq: 16.2, icms_st_mva: 40, icms_st_alq: 16.2 },
        }),
      ],
      pagamentos: cash(115.27),
    },
    working: 'ICMS 16.20; 140.00: 22.68 − 16.20 = 6.48. On 83.80 IBS 0.75 twice, CBS 7.29.',
    items: [
      [
        'prod CFOP 5403 qCom 1 vUnCom 100 vProd 100.00',
        'ICMS10 CST 10 vBC 100.00 pICMS 16.2 vICMS 16.20 pMVAST 40 vBCST 140.00 pICMSST 16.2 vICMSST 6.48',
        'IBSCBS CST 000 cClassTrib 000001 vBC 83.80 pIBSUF 0.9 vIBSUF 0.75 pIBSMun 0.9 vIBSMun 0.75 vIBS 1.50 pCBS 8.7 vCBS 7.29',
        'vItem 115.27',
      ],
    ],
    totals: [
      'ICMSTot vBC 100.00 vICMS 16.20 vBCST 140.00 vST 6.48 vProd 100.00 vNF 106.48',
      'IBSCBSTot vBCIBSCBS 83.80 vIBSUF 0.75 vIBSMun 0.75 vIBS 1.50 vCBS 7.29',
      'vNFTot 115.27',
    ],
    pag: 'pag tPag 01 vPag 115.27',
  },
  {
    name: 'Simples: with credit for the buyer (101)',
    store: 'simples',
    at: '2026-03-11T09:00:00-03:00',
    draft: {
      ...{ to: 'shop', consumidor: 0, itens: [simplesGoods({ valor_unitario: 200, icms_cst: '101', cred_sn_alq: 1.25 })] },
      pagamentos: cash(200),
    },
    working: 'Credit 200.00 × 1.25 % = 2.50; no part of vICMS.',
    items: [['prod CFOP 5102 qCom 1 vUnCom 200 vProd 200.00', 'ICMSSN101 CSOSN 101 pCredSN 1.25 vCredICMSSN 2.50', ...none]],
    totals: ['ICMSTot vProd 200.00 vNF 200.00'],
    pag: 'pag tPag 01 vPag 200.00',
  },
  {
    name: 'Simples: substitution without and with credit (202, 201)',
    store: 'simples',
    at: '2026-03-11T09:10:00-03:00',
    draft: {
      to: 'shop',
      consumidor: 0,
      itens: [
        simplesGoods({
          ...{ quantidade: 6, valor_unitario: 15, cfop: '5403', icms_cst: '202', icms_st_mva: 40, icms_st_alq: 18 },
        }),
        simplesGoods({
          ...{ valor_unitario: 100, cfop: '5403', icms_cst: '201', icms_st_mva: 40, icms_st_alq: 18, cred_sn_alq: 1.25 },
        }),
      ],
      pagamentos: cash(203.68),
    },
    working:
      '90.00 × 1.4 = 126.00: 22.68 − 18 % of 90.00 (16.20) = 6.48. 100.00: 140.00, 25.20 − 18.00 = 7.20; credit 1.25. 190.00 + 13.68.',
    items: [
      [
        'prod CFOP 5403 qCom 6 vUnCom 15 vProd 90.00',
        'ICMSSN202 CSOSN 202 pMVAST 40 vBCST 126.00 pICMSST 18 vICMSST 6.48',
        ...none,
      ],
      [
        'prod CFOP 5403 qCom 1 vUnCom 100 vProd 100.00',
        'ICMSSN201 CSOSN 201 pMVAST 40 vBCST 140.00 pICMSST 18 vICMSST 7.20 pCredSN 1.25 vCredICMSSN 1.25',
        ...none,
      ],
    ],
    totals: ['ICMSTot vBCST 266.00 vST 13.68 vProd 190.00 vNF 203.68'],
    pag: 'pag tPag 01 vPag 203.68',
  },
  {
    name: 'Simples: others, with own ICMS on half, and credit (900)',
    store: 'simples',
    at: '2026-03-11T09:20:00-03:00',
    draft: {
      to: 'shop',
      consumidor: 0,
      itens: [simplesGoods({ valor_unitario: 80, icms_cst: '900', icms_alq: 18, icms_red_bc: 50, cred_sn_alq: 1.25 })],
      pagamentos: cash(80),
    },
    working: '80.00 less 50 % = 40.00: 7.20; credit on the same base 0.50.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 80 vProd 80.00',
        'ICMSSN900 CSOSN 900 vBC 40.00 pRedBC 50 pICMS 18 vICMS 7.20 pCredSN 1.25 vCredICMSSN 0.50',
        ...none,
      ],
    ],
    totals: ['ICMSTot vBC 40.00 vICMS 7.20 vProd 80.00 vNF 80.00'],
    pag: 'pag tPag 01 vPag 80.00',
  },
  {
    name: 'Simples: withheld, not taxed, immune, exempt (500, 400, 300, 103)',
    store: 'simples',
    at: '2026-03-11T09:30:00-03:00',
    draft: {
      to: 'shop',
      consumidor: 0,
      itens: [
        simplesGoods({ valor_unitario: 10, cfop: '5405', icms_cst: '500' }),
        simplesGoods({ valor_unitario: 20, icms_cst: '400' }),
        simplesGoods({ valor_unitario: 30, icms_cst: '300' }),
        simplesGoods({ valor_unitario: 40, icms_cst: '103' }),
      ],
      pagamentos: cash(100),
    },
    working: 'No values at all.',
    items: [
      ['prod CFOP 5405 qCom 1 vUnCom 10 vProd 10.00', 'ICMSSN500 CSOSN 500', ...none],
      ['prod CFOP 5102 qCom 1 vUnCom 20 vProd 20.00', 'ICMSSN102 CSOSN 400', ...none],
      ['prod CFOP 5102 qCom 1 vUnCom 30 vProd 30.00', 'ICMSSN102 CSOSN 300', ...none],
      ['prod CFOP 5102 qCom 1 vUnCom 40 vProd 40.00', 'ICMSSN102 CSOSN 103', ...none],
    ],
    totals: ['ICMSTot vProd 100.00 vNF 100.00'],
    pag: 'pag tPag 01 vPag 100.00',
  },
  {
    name: 'Simples 05/01/2027: with credit, IBS and CBS told',
    store: 'simples',
    at: '2027-01-05T09:00:00-03:00',
    draft: {
      ...{ to: 'shop', consumidor: 0, itens: [simplesGoods({ valor_unitario: 200, icms_cst: '101', cred_sn_alq: 1.25 })] },
      pagamentos: cash(200),
    },
    working: 'Credit 2.50. On 200.00 IBS 0.10 twice, CBS 17.40; not added.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 200 vProd 200.00',
        'ICMSSN101 CSOSN 101 pCredSN 1.25 vCredICMSSN 2.50',
        'IBSCBS CST 000 cClassTrib 000001 vBC 200.00 pIBSUF 0.05 vIBSUF 0.10 pIBSMun 0.05 vIBSMun 0.10 vIBS 0.20 pCBS 8.7 vCBS 17.40',
        'vItem 200.00',
      ],
    ],
    totals: [
      'ICMSTot vProd 200.00 vNF 200.00',
      'IBSCBSTot vBCIBSCBS 200.00 vIBSUF 0.10 vIBSMun 0.10 vIBS 0.20 vCBS 17.40',
      'vNFTot 200.00',
    ],
    pag: 'pag tPag 01 vPag 200.00',
  },
  {
    name: 'Simples 2029',
    store: 'simples',
    at: '2029-03-01T09:00:00-03:00',
    draft: { to: 'shop', consumidor: 0, itens: [simplesGoods({ valor_unitario: 100 })], pagamentos: cash(100) },
    working: 'On 100.00 IBS 0.90 twice, CBS 8.70.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 100 vProd 100.00',
        'ICMSSN102 CSOSN 102',
        'IBSCBS CST 000 cClassTrib 000001 vBC 100.00 pIBSUF 0.9 vIBSUF 0.90 pIBSMun 0.9 vIBSMun 0.90 vIBS 1.80 pCBS 8.7 vCBS 8.70',
        'vItem 100.00',
      ],
    ],
    totals: [
      'ICMSTot vProd 100.00 vNF 100.00',
      'IBSCBSTot vBCIBSCBS 100.00 vIBSUF 0.90 vIBSMun 0.90 vIBS 1.80 vCBS 8.70',
      'vNFTot 100.00',
    ],
    pag: 'pag tPag 01 vPag 100.00',
  },
  {
    name: 'beyond the limit, to a shop',
    store: 'limit',
    at: '2026-03-11T09:00:00-03:00',
    draft: {
      ...{ to: 'shop', consumidor: 0, itens: [simplesGoods({ valor_unitario: 100, icms_cst: '00', icms_alq: 18 })] },
      pagamentos: cash(100),
    },
    working: 'ICMS 18.00.',
    items: [['prod CFOP 5102 qCom 1 vUnCom 100 vProd 100.00', 'ICMS00 CST 00 vBC 100.00 pICMS 18 vICMS 18.00', ...none]],
    totals: ['ICMSTot vBC 100.00 vICMS 18.00 vProd 100.00 vNF 100.00'],
    pag: 'pag tPag 01 vPag 100.00',
  },
  {
    name: 'beyond the limit, 2029',
    store: 'limit',
    at: '2029-03-01T09:00:00-03:00',
    draft: {
      ...{ to: 'shop', consumidor: 0, itens: [simplesGoods({ valor_unitario: 100, icms_cst: '00', icms_alq: 16.2 })] },
      pagamentos: cash(108.79),
    },
    working: 'ICMS 16.20; on 83.80 IBS 0.75 twice, CBS 7.29.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 100 vProd 100.00',
        'ICMS00 CST 00 vBC 100.00 pICMS 16.2 vICMS 16.20',
        'IBSCBS CST 000 cClassTrib 000001 vBC 83.80 pIBSUF 0.9 vIBSUF 0.75 pIBSMun 0.9 vIBSMun 0.75 vIBS 1.50 pCBS 8.7 vCBS 7.29',
        'vItem 108.79',
      ],
    ],
    totals: [
      'ICMSTot vBC 100.00 vICMS 16.20 vProd 100.00 vNF 100.00',
      'IBSCBSTot vBCIBSCBS 83.80 vIBSUF 0.75 vIBSMun 0.75 vIBS 1.50 vCBS 7.29',
      'vNFTot 108.79',
    ],
    pag: 'pag tPag 01 vPag 108.79',
  },
]
