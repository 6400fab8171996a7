import type { GoldenNote } from './goldenNote.ts'
import { cash, goods, simplesGoods } from './goods.ts'

/** NF-e to other states: 12 % to Rio, 7 % to Bahia, 4 % of imported goods (Senate resolutions 22/1989, 13/2012). */
export const otherStates: readonly GoldenNote[] = [
  {
    name: 'to a shop in Rio, 12 %',
    store: 'normal',
    at: '2026-03-12T09:00:00-03:00',
    draft: {
      ...{ to: 'shopRio', consumidor: 0, itens: [goods({ valor_unitario: 500, cfop: '6102', icms_alq: 12 })] },
      pagamentos: cash(500),
    },
    working: 'ICMS 60.00; on 440.00 PIS 7.26, COFINS 33.44; on 399.30 IBS 0.3993 → 0.40, CBS 3.5937 → 3.59.',
    items: [
      [
        'prod CFOP 6102 qCom 1 vUnCom 500 vProd 500.00',
        'ICMS00 CST 00 vBC 500.00 pICMS 12 vICMS 60.00',
        'PISAliq CST 01 vBC 440.00 pPIS 1.65 vPIS 7.26',
        'COFINSAliq CST 01 vBC 440.00 pCOFINS 7.6 vCOFINS 33.44',
        'IBSCBS CST 000 cClassTrib 000001 vBC 399.30 pIBSUF 0.1 vIBSUF 0.40 pIBSMun 0 vIBSMun 0.00 vIBS 0.40 pCBS 0.9 vCBS 3.59',
        'vItem 500.00',
      ],
    ],
    totals: [
      'ICMSTot vBC 500.00 vICMS 60.00 vProd 500.00 vPIS 7.26 vCOFINS 33.44 vNF 500.00',
      'IBSCBSTot vBCIBSCBS 399.30 vIBSUF 0.40 vIBS 0.40 vCBS 3.59',
      'vNFTot 500.00',
    ],
    pag: 'pag tPag 01 vPag 500.00',
  },
  {
    name: 'imported goods to a shop in Bahia, 4 %',
    store: 'normal',
    at: '2026-03-12T09:10:00-03:00',
    draft: {
      ...{ to: 'shopBahia', consumidor: 0 },
      itens: [goods({ valor_unitario: 300, cfop: '6102', icms_alq: 4, origem: 1 })],
      pagamentos: cash(300),
    },
    working: 'ICMS 12.00; on 288.00 PIS 4.752 → 4.75, COFINS 21.888 → 21.89; on 261.36 IBS 0.26136 → 0.26, CBS 2.35224 → 2.35.',
    items: [
      [
        'prod CFOP 6102 qCom 1 vUnCom 300 vProd 300.00',
        'ICMS00 orig 1 CST 00 vBC 300.00 pICMS 4 vICMS 12.00',
        'PISAliq CST 01 vBC 288.00 pPIS 1.65 vPIS 4.75',
        'COFINSAliq CST 01 vBC 288.00 pCOFINS 7.6 vCOFINS 21.89',
        'IBSCBS CST 000 cClassTrib 000001 vBC 261.36 pIBSUF 0.1 vIBSUF 0.26 pIBSMun 0 vIBSMun 0.00 vIBS 0.26 pCBS 0.9 vCBS 2.35',
        'vItem 300.00',
      ],
    ],
    totals: [
      'ICMSTot vBC 300.00 vICMS 12.00 vProd 300.00 vPIS 4.75 vCOFINS 21.89 vNF 300.00',
      'IBSCBSTot vBCIBSCBS 261.36 vIBSUF 0.26 vIBS 0.26 vCBS 2.35',
      'vNFTot 300.00',
    ],
    pag: 'pag tPag 01 vPag 300.00',
  },
  {
    name: 'to a consumer in Rio: the difference of rates and the fund',
    store: 'normal',
    at: '2026-03-12T09:20:00-03:00',
    draft: {
      ...{ to: 'personRio', consumidor: 1, presenca: 2 },
      itens: [goods({ valor_unitario: 100, cfop: '6108', icms_alq: 12, icms_uf_dest_alq: 20, fcp_uf_dest_alq: 2 })],
      pagamentos: cash(100),
    },
    working:
      'ICMS 12.00; Rio 100.00 × (20 − 12) % = 8.00, fund 2.00, both paid beside the note. On 88.00 PIS 1.452 → 1.45, COFINS 6.688 → 6.69; on 100 − 12 − 8 − 2 − 1.45 − 6.69 = 69.86 IBS 0.06986 → 0.07, CBS 0.62874 → 0.63.',
    items: [
      [
        'prod CFOP 6108 qCom 1 vUnCom 100 vProd 100.00',
        'ICMS00 CST 00 vBC 100.00 pICMS 12 vICMS 12.00',
        'PISAliq CST 01 vBC 88.00 pPIS 1.65 vPIS 1.45',
        'COFINSAliq CST 01 vBC 88.00 pCOFINS 7.6 vCOFINS 6.69',
        'ICMSUFDest vBCUFDest 100.00 vBCFCPUFDest 100.00 pFCPUFDest 2 pICMSUFDest 20 pICMSInter 12 pICMSInterPart 100 vFCPUFDest 2.00 vICMSUFDest 8.00 vICMSUFRemet 0.00',
        'IBSCBS CST 000 cClassTrib 000001 vBC 69.86 pIBSUF 0.1 vIBSUF 0.07 pIBSMun 0 vIBSMun 0.00 vIBS 0.07 pCBS 0.9 vCBS 0.63',
        'vItem 100.00',
      ],
    ],
    totals: [
      'ICMSTot vBC 100.00 vICMS 12.00 vFCPUFDest 2.00 vICMSUFDest 8.00 vProd 100.00 vPIS 1.45 vCOFINS 6.69 vNF 100.00',
      'IBSCBSTot vBCIBSCBS 69.86 vIBSUF 0.07 vIBS 0.07 vCBS 0.63',
      'vNFTot 100.00',
    ],
    pag: 'pag tPag 01 vPag 100.00',
  },
  {
    name: 'substitution to Rio by the adjusted margin',
    store: 'normal',
    at: '2026-03-12T09:30:00-03:00',
    draft: {
      to: 'shopRio',
      consumidor: 0,
      itens: [
        goods({
          ...{ valor_unitario: 100, cfop: '6403', icms_cst: '10', icms_alq: 12, icms_st_mva: 54, icms_st_alq: 20 },
        }),
      ],
      pagamentos: cash(118.8),
    },
    working:
      '1.4 × 0.88 ÷ 0.80 = 1.54: 54 %. ICMS 12.00; 154.00 × 20 % = 30.80 − 12.00 = 18.80. On 88.00 PIS 1.45, COFINS 6.69; on 79.86 IBS 0.07986 → 0.08, CBS 0.71874 → 0.72.',
    items: [
      [
        'prod CFOP 6403 qCom 1 vUnCom 100 vProd 100.00',
        'ICMS10 CST 10 vBC 100.00 pICMS 12 vICMS 12.00 pMVAST 54 vBCST 154.00 pICMSST 20 vICMSST 18.80',
        'PISAliq CST 01 vBC 88.00 pPIS 1.65 vPIS 1.45',
        'COFINSAliq CST 01 vBC 88.00 pCOFINS 7.6 vCOFINS 6.69',
        'IBSCBS CST 000 cClassTrib 000001 vBC 79.86 pIBSUF 0.1 vIBSUF 0.08 pIBSMun 0 vIBSMun 0.00 vIBS 0.08 pCBS 0.9 vCBS 0.72',
        'vItem 118.80',
      ],
    ],
    totals: [
      'ICMSTot vBC 100.00 vICMS 12.00 vBCST 154.00 vST 18.80 vProd 100.00 vPIS 1.45 vCOFINS 6.69 vNF 118.80',
      'IBSCBSTot vBCIBSCBS 79.86 vIBSUF 0.08 vIBS 0.08 vCBS 0.72',
      'vNFTot 118.80',
    ],
    pag: 'pag tPag 01 vPag 118.80',
  },
  {
    name: 'Simples to a consumer in Rio: no difference of rates (ADI 5464)',
    store: 'simples',
    at: '2026-03-12T09:00:00-03:00',
    draft: {
      ...{ to: 'personRio', consumidor: 1, presenca: 2 },
      itens: [simplesGoods({ valor_unitario: 50, cfop: '6108' })],
      pagamentos: cash(50),
    },
    working: 'CSOSN 102 has no values, and no group of the destination.',
    items: [
      [
        'prod CFOP 6108 qCom 1 vUnCom 50 vProd 50.00',
        'ICMSSN102 CSOSN 102',
        'PISOutr CST 49 vBC 0.00 pPIS 0 vPIS 0.00',
        'COFINSOutr CST 49 vBC 0.00 pCOFINS 0 vCOFINS 0.00',
      ],
    ],
    totals: ['ICMSTot vProd 50.00 vNF 50.00'],
    pag: 'pag tPag 01 vPag 50.00',
  },
  {
    name: '2027: to a consumer in Rio',
    store: 'normal',
    at: '2027-01-02T09:30:00-03:00',
    draft: {
      ...{ to: 'personRio', consumidor: 1, presenca: 2 },
      itens: [goods({ valor_unitario: 100, cfop: '6108', icms_alq: 12, icms_uf_dest_alq: 20, fcp_uf_dest_alq: 2 })],
      pagamentos: cash(106.87),
    },
    working: 'On 100 − 12 − 8 − 2 = 78.00 IBS 0.039 → 0.04 twice, CBS 6.786 → 6.79: 106.87.',
    items: [
      [
        'prod CFOP 6108 qCom 1 vUnCom 100 vProd 100.00',
        'ICMS00 CST 00 vBC 100.00 pICMS 12 vICMS 12.00',
        'ICMSUFDest vBCUFDest 100.00 vBCFCPUFDest 100.00 pFCPUFDest 2 pICMSUFDest 20 pICMSInter 12 pICMSInterPart 100 vFCPUFDest 2.00 vICMSUFDest 8.00 vICMSUFRemet 0.00',
        'IBSCBS CST 000 cClassTrib 000001 vBC 78.00 pIBSUF 0.05 vIBSUF 0.04 pIBSMun 0.05 vIBSMun 0.04 vIBS 0.08 pCBS 8.7 vCBS 6.79',
        'vItem 106.87',
      ],
    ],
    totals: [
      'ICMSTot vBC 100.00 vICMS 12.00 vFCPUFDest 2.00 vICMSUFDest 8.00 vProd 100.00 vNF 100.00',
      'IBSCBSTot vBCIBSCBS 78.00 vIBSUF 0.04 vIBSMun 0.04 vIBS 0.08 vCBS 6.79',
      'vNFTot 106.87',
    ],
    pag: 'pag tPag 01 vPag 106.87',
  },
  {
    name: 'MEI 05/01/2027: to a consumer in Rio',
    store: 'mei',
    at: '2027-01-05T09:00:00-03:00',
    draft: {
      ...{ to: 'personRio', consumidor: 1, presenca: 2 },
      itens: [simplesGoods({ valor_unitario: 25, cfop: '6108' })],
      pagamentos: cash(25),
    },
    working: 'On 25.00 IBS 0.0125 → 0.01 twice, CBS 2.175 → 2.18; not added.',
    items: [
      [
        'prod CFOP 6108 qCom 1 vUnCom 25 vProd 25.00',
        'ICMSSN102 CSOSN 102',
        'IBSCBS CST 000 cClassTrib 000001 vBC 25.00 pIBSUF 0.05 vIBSUF 0.01 pIBSMun 0.05 vIBSMun 0.01 vIBS 0.02 pCBS 8.7 vCBS 2.18',
        'vItem 25.00',
      ],
    ],
    totals: [
      'ICMSTot vProd 25.00 vNF 25.00',
      'IBSCBSTot vBCIBSCBS 25.00 vIBSUF 0.01 vIBSMun 0.01 vIBS 0.02 vCBS 2.18',
      'vNFTot 25.00',
    ],
    pag: 'pag tPag 01 vPag 25.00',
  },
  {
    name: '2029: to a shop in Rio, 12 % less a tenth',
    store: 'normal',
    at: '2029-03-01T09:20:00-03:00',
    draft: {
      ...{ to: 'shopRio', consumidor: 0, itens: [goods({ valor_unitario: 500, cfop: '6102', icms_alq: 10.8 })] },
      pagamentos: cash(546.82),
    },
    working: 'ICMS 54.00; on 446.00 IBS 4.014 → 4.01 twice, CBS 38.802 → 38.80: 546.82.',
    items: [
      [
        'prod CFOP 6102 qCom 1 vUnCom 500 vProd 500.00',
        'ICMS00 CST 00 vBC 500.00 pICMS 10.8 vICMS 54.00',
        'IBSCBS CST 000 cClassTrib 000001 vBC 446.00 pIBSUF 0.9 vIBSUF 4.01 pIBSMun 0.9 vIBSMun 4.01 vIBS 8.02 pCBS 8.7 vCBS 38.80',
        'vItem 546.82',
      ],
    ],
    totals: [
      'ICMSTot vBC 500.00 vICMS 54.00 vProd 500.00 vNF 500.00',
      'IBSCBSTot vBCIBSCBS 446.00 vIBSUF 4.01 vIBSMun 4.01 vIBS 8.02 vCBS 38.80',
      'vNFTot 546.82',
    ],
    pag: 'pag tPag 01 vPag 546.82',
  },
]
