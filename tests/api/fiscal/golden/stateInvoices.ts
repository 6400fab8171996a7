import type { GoldenNote } from './goldenNote.ts'
import { cash, goods, untaxed } from './goods.ts'

/** NF-e of the normal regime within the state, 2026. */
export const stateInvoices: readonly GoldenNote[] = [
  {
    name: 'to a shop, with freight, insurance, expenses and discount over three items',
    store: 'normal',
    at: '2026-03-11T09:00:00-03:00',
    draft: {
      to: 'shop',
      consumidor: 0,
      itens: [
        goods({ quantidade: 10, valor_unitario: 12.3456 }),
        goods({ quantidade: 3, valor_unitario: 7.77 }),
        goods({ valor_unitario: 53.23 }),
      ],
      ...{ total_frete: 20, total_seguro: 2, total_outro: 1, total_desconto: 10 },
      pagamentos: cash(213),
    },
    working:
      'Goods 123.456 → 123.46, 23.31, 53.23 = 200.00. Largest remainders: freight 12.346, 2.331, 5.323 → 12.35, 2.33, 5.32; insurance 1.2346, 0.2331, 0.5323 → 1.24, 0.23, 0.53; expenses 0.6173, 0.11655, 0.26615 → 0.62, 0.12, 0.26; discount 6.173, 1.1655, 2.6615 → 6.17, 1.17, 2.66. Bases 131.50, 24.82, 56.68: ICMS 23.67, 4.4676 → 4.47, 10.2024 → 10.20. PIS on 107.83, 20.35, 46.48: 1.779195 → 1.78, 0.335775 → 0.34, 0.76692 → 0.77; COFINS 8.19508 → 8.20, 1.5466 → 1.55, 3.53248 → 3.53. IBS, CBS on 97.85, 18.46, 42.18: 0.10, 0.02, 0.04; 0.88065 → 0.88, 0.16614 → 0.17, 0.37962 → 0.38.',
    items: [
      [
        'prod CFOP 5102 qCom 10 vUnCom 12.3456 vProd 123.46 vFrete 12.35 vSeg 1.24 vDesc 6.17 vOutro 0.62',
        'ICMS00 CST 00 vBC 131.50 pICMS 18 vICMS 23.67',
        'PISAliq CST 01 vBC 107.83 pPIS 1.65 vPIS 1.78',
        'COFINSAliq CST 01 vBC 107.83 pCOFINS 7.6 vCOFINS 8.20',
        'IBSCBS CST 000 cClassTrib 000001 vBC 97.85 pIBSUF 0.1 vIBSUF 0.10 pIBSMun 0 vIBSMun 0.00 vIBS 0.10 pCBS 0.9 vCBS 0.88',
        'vItem 131.50',
      ],
      [
        'prod CFOP 5102 qCom 3 vUnCom 7.77 vProd 23.31 vFrete 2.33 vSeg 0.23 vDesc 1.17 vOutro 0.12',
        'ICMS00 CST 00 vBC 24.82 pICMS 18 vICMS 4.47',
        'PISAliq CST 01 vBC 20.35 pPIS 1.65 vPIS 0.34',
        'COFINSAliq CST 01 vBC 20.35 pCOFINS 7.6 vCOFINS 1.55',
        'IBSCBS CST 000 cClassTrib 000001 vBC 18.46 pIBSUF 0.1 vIBSUF 0.02 pIBSMun 0 vIBSMun 0.00 vIBS 0.02 pCBS 0.9 vCBS 0.17',
        'vItem 24.82',
      ],
      [
        'prod CFOP 5102 qCom 1 vUnCom 53.23 vProd 53.23 vFrete 5.32 vSeg 0.53 vDesc 2.66 vOutro 0.26',
        'ICMS00 CST 00 vBC 56.68 pICMS 18 vICMS 10.20',
        'PISAliq CST 01 vBC 46.48 pPIS 1.65 vPIS 0.77',
        'COFINSAliq CST 01 vBC 46.48 pCOFINS 7.6 vCOFINS 3.53',
        'IBSCBS CST 000 cClassTrib 000001 vBC 42.18 pIBSUF 0.1 vIBSUF 0.04 pIBSMun 0 vIBSMun 0.00 vIBS 0.04 pCBS 0.9 vCBS 0.38',
        'vItem 56.68',
      ],
    ],
    totals: [
      'ICMSTot vBC 213.00 vICMS 38.34 vProd 200.00 vFrete 20.00 vSeg 2.00 vDesc 10.00 vPIS 2.89 vCOFINS 13.28 vOutro 1.00 vNF 213.00',
      'IBSCBSTot vBCIBSCBS 158.49 vIBSUF 0.16 vIBS 0.16 vCBS 1.43',
      'vNFTot 213.00',
    ],
    pag: 'pag tPag 01 vPag 213.00',
  },
  {
    name: 'substitution with IPI (CST 10)',
    store: 'normal',
    at: '2026-03-11T09:10:00-03:00',
    draft: {
      to: 'shop',
      consumidor: 0,
      itens: [
        goods({
          ...{ quantidade: 10, valor_unitario: 10, cfop: '5403', icms_cst: '10', icms_st_mva: 40, icms_st_alq: 18 },
          ...{ ipi_cst: '50', ipi_alq: 5 },
        }),
      ],
      pagamentos: cash(113.46),
    },
    working:
      'IPI 5.00. Own ICMS on 100.00 (the buyer sells on: without IPI) 18.00. Base of the substitution (100 + 5) × 1.4 = 147.00: 26.46 − 18.00 = 8.46. PIS, COFINS on 82.00: 1.35, 6.23; IBS, CBS on 74.42: 0.07, 0.67. Total 100.00 + 5.00 + 8.46.',
    items: [
      [
        'prod CFOP 5403 qCom 10 vUnCom 10 vProd 100.00',
        'ICMS10 CST 10 vBC 100.00 pICMS 18 vICMS 18.00 pMVAST 40 vBCST 147.00 pICMSST 18 vICMSST 8.46',
        'IPITrib CST 50 vBC 100.00 pIPI 5 vIPI 5.00',
        'PISAliq CST 01 vBC 82.00 pPIS 1.65 vPIS 1.35',
        'COFINSAliq CST 01 vBC 82.00 pCOFINS 7.6 vCOFINS 6.23',
        'IBSCBS CST 000 cClassTrib 000001 vBC 74.42 pIBSUF 0.1 vIBSUF 0.07 pIBSMun 0 vIBSMun 0.00 vIBS 0.07 pCBS 0.9 vCBS 0.67',
        'vItem 113.46',
      ],
    ],
    totals: [
      'ICMSTot vBC 100.00 vICMS 18.00 vBCST 147.00 vST 8.46 vProd 100.00 vIPI 5.00 vPIS 1.35 vCOFINS 6.23 vNF 113.46',
      'IBSCBSTot vBCIBSCBS 74.42 vIBSUF 0.07 vIBS 0.07 vCBS 0.67',
      'vNFTot 113.46',
    ],
    pag: 'pag tPag 01 vPag 113.46',
  },
  {
    name: 'a reduced base (20) and a deferred tax (51)',
    store: 'normal',
    at: '2026-03-11T09:20:00-03:00',
    draft: {
      to: 'shop',
      consumidor: 0,
      itens: [
        goods({ valor_unitario: 448, icms_cst: '20', icms_red_bc: 33.33 }),
        goods({ valor_unitario: 1000, icms_cst: '51', icms_dif_alq: 33.33 }),
      ],
      pagamentos: cash(1448),
    },
    working:
      '448 × 0.6667 = 298.6816 → 298.68: ICMS 53.7624 → 53.76 (as sample nfe-02 has it); on 394.24 PIS 6.50496 → 6.50, COFINS 29.96224 → 29.96; on 357.78 IBS 0.36, CBS 3.22002 → 3.22. 1000: 180.00, deferred 59.994 → 59.99, due 120.01; on 879.99 PIS 14.519835 → 14.52, COFINS 66.87924 → 66.88; on 798.59 IBS 0.79859 → 0.80, CBS 7.18731 → 7.19.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 448 vProd 448.00',
        'ICMS20 CST 20 pRedBC 33.33 vBC 298.68 pICMS 18 vICMS 53.76',
        'PISAliq CST 01 vBC 394.24 pPIS 1.65 vPIS 6.50',
        'COFINSAliq CST 01 vBC 394.24 pCOFINS 7.6 vCOFINS 29.96',
        'IBSCBS CST 000 cClassTrib 000001 vBC 357.78 pIBSUF 0.1 vIBSUF 0.36 pIBSMun 0 vIBSMun 0.00 vIBS 0.36 pCBS 0.9 vCBS 3.22',
        'vItem 448.00',
      ],
      [
        'prod CFOP 5102 qCom 1 vUnCom 1000 vProd 1000.00',
        'ICMS51 CST 51 vBC 1000.00 pICMS 18 vICMSOp 180.00 pDif 33.33 vICMSDif 59.99 vICMS 120.01',
        'PISAliq CST 01 vBC 879.99 pPIS 1.65 vPIS 14.52',
        'COFINSAliq CST 01 vBC 879.99 pCOFINS 7.6 vCOFINS 66.88',
        'IBSCBS CST 000 cClassTrib 000001 vBC 798.59 pIBSUF 0.1 vIBSUF 0.80 pIBSMun 0 vIBSMun 0.00 vIBS 0.80 pCBS 0.9 vCBS 7.19',
        'vItem 1000.00',
      ],
    ],
    totals: [
      'ICMSTot vBC 1298.68 vICMS 173.77 vProd 1448.00 vPIS 21.02 vCOFINS 96.84 vNF 1448.00',
      'IBSCBSTot vBCIBSCBS 1156.37 vIBSUF 1.16 vIBS 1.16 vCBS 10.41',
      'vNFTot 1448.00',
    ],
    pag: 'pag tPag 01 vPag 1448.00',
  },
  {
    name: 'withheld (60), not taxed (41), suspended (50), exempt (40)',
    store: 'normal',
    at: '2026-03-11T09:30:00-03:00',
    draft: {
      to: 'shop',
      consumidor: 0,
      itens: [
        goods({ valor_unitario: 40, cfop: '5405', icms_cst: '60', ...untaxed('04') }),
        goods({ valor_unitario: 30, icms_cst: '41', ...untaxed('08'), ibscbs_cclasstrib: '410999' }),
        goods({ valor_unitario: 20, icms_cst: '50', ...untaxed('09') }),
        goods({ valor_unitario: 10, icms_cst: '40', ...untaxed('06'), ibscbs_cclasstrib: '200014' }),
      ],
      pagamentos: cash(100),
    },
    working: 'IBS, CBS on 40.00: 0.04, 0.36; class 410: none; on 20.00: 0.02, 0.18; on 10.00 less 100 %: 0.',
    items: [
      [
        'prod CFOP 5405 qCom 1 vUnCom 40 vProd 40.00',
        'ICMS60 CST 60',
        'PISNT CST 04',
        'COFINSNT CST 04',
        'IBSCBS CST 000 cClassTrib 000001 vBC 40.00 pIBSUF 0.1 vIBSUF 0.04 pIBSMun 0 vIBSMun 0.00 vIBS 0.04 pCBS 0.9 vCBS 0.36',
        'vItem 40.00',
      ],
      [
        'prod CFOP 5102 qCom 1 vUnCom 30 vProd 30.00',
        'ICMS40 CST 41',
        'PISNT CST 08',
        'COFINSNT CST 08',
        'IBSCBS CST 410 cClassTrib 410999',
        'vItem 30.00',
      ],
      [
        'prod CFOP 5102 qCom 1 vUnCom 20 vProd 20.00',
        'ICMS40 CST 50',
        'PISNT CST 09',
        'COFINSNT CST 09',
        'IBSCBS CST 000 cClassTrib 000001 vBC 20.00 pIBSUF 0.1 vIBSUF 0.02 pIBSMun 0 vIBSMun 0.00 vIBS 0.02 pCBS 0.9 vCBS 0.18',
        'vItem 20.00',
      ],
      [
        'prod CFOP 5102 qCom 1 vUnCom 10 vProd 10.00',
        'ICMS40 CST 40',
        'PISNT CST 06',
        'COFINSNT CST 06',
        'IBSCBS CST 200 cClassTrib 200014 vBC 10.00 pIBSUF 0.1 pRedAliq 100 pAliqEfet 0 vIBSUF 0.00 pIBSMun 0 pRedAliq 100 pAliqEfet 0 vIBSMun 0.00 vIBS 0.00 pCBS 0.9 pRedAliq 100 pAliqEfet 0 vCBS 0.00',
        'vItem 10.00',
      ],
    ],
    totals: ['ICMSTot vProd 100.00 vNF 100.00', 'IBSCBSTot vBCIBSCBS 70.00 vIBSUF 0.06 vIBS 0.06 vCBS 0.54', 'vNFTot 100.00'],
    pag: 'pag tPag 01 vPag 100.00',
  },
  {
    name: 'a reduced base with substitution (70)',
    store: 'normal',
    at: '2026-03-11T09:40:00-03:00',
    draft: {
      to: 'shop',
      consumidor: 0,
      itens: [
        goods({
          ...{ valor_unitario: 154.08, cfop: '5403', icms_cst: '70', icms_red_bc: 33.33 },
          ...{ icms_st_mva: 71.35, icms_st_alq: 18 },
        }),
      ],
      pagamentos: cash(183.11),
    },
    working:
      'As sample nfe-05: 154.08 × 0.6667 → 102.73: ICMS 18.4914 → 18.49; 154.08 × 1.7135 = 264.01608 → 264.02: 47.5236 → 47.52 − 18.49 = 29.03. On 135.59 PIS 2.237235 → 2.24, COFINS 10.30484 → 10.30; on 123.05 IBS 0.12, CBS 1.10745 → 1.11.',
    items: [
      [
        'prod CFOP 5403 qCom 1 vUnCom 154.08 vProd 154.08',
        'ICMS70 CST 70 pRedBC 33.33 vBC 102.73 pICMS 18 vICMS 18.49 pMVAST 71.35 vBCST 264.02 pICMSST 18 vICMSST 29.03',
        'PISAliq CST 01 vBC 135.59 pPIS 1.65 vPIS 2.24',
        'COFINSAliq CST 01 vBC 135.59 pCOFINS 7.6 vCOFINS 10.30',
        'IBSCBS CST 000 cClassTrib 000001 vBC 123.05 pIBSUF 0.1 vIBSUF 0.12 pIBSMun 0 vIBSMun 0.00 vIBS 0.12 pCBS 0.9 vCBS 1.11',
        'vItem 183.11',
      ],
    ],
    totals: [
      'ICMSTot vBC 102.73 vICMS 18.49 vBCST 264.02 vST 29.03 vProd 154.08 vPIS 2.24 vCOFINS 10.30 vNF 183.11',
      'IBSCBSTot vBCIBSCBS 123.05 vIBSUF 0.12 vIBS 0.12 vCBS 1.11',
      'vNFTot 183.11',
    ],
    pag: 'pag tPag 01 vPag 183.11',
  },
  {
    name: 'with the fund against poverty, cent by cent',
    store: 'normal',
    at: '2026-03-11T09:50:00-03:00',
    draft: {
      to: 'shop',
      consumidor: 0,
      itens: [goods({ valor_unitario: 10.25, fcp_alq: 2 }), goods({ valor_unitario: 10.25, fcp_alq: 2 })],
      pagamentos: cash(20.5),
    },
    working:
      'Each: ICMS 1.845 → 1.85, fund 0.205 → 0.21; on 8.40 PIS 0.1386 → 0.14, COFINS 0.6384 → 0.64; on 10.25 − 1.85 − 0.21 − 0.14 − 0.64 = 7.41 IBS 0.00741 → 0.01, CBS 0.06669 → 0.07.',
    items: Array.from({ length: 2 }, () => [
      'prod CFOP 5102 qCom 1 vUnCom 10.25 vProd 10.25',
      'ICMS00 CST 00 vBC 10.25 pICMS 18 vICMS 1.85 pFCP 2 vFCP 0.21',
      'PISAliq CST 01 vBC 8.40 pPIS 1.65 vPIS 0.14',
      'COFINSAliq CST 01 vBC 8.40 pCOFINS 7.6 vCOFINS 0.64',
      'IBSCBS CST 000 cClassTrib 000001 vBC 7.41 pIBSUF 0.1 vIBSUF 0.01 pIBSMun 0 vIBSMun 0.00 vIBS 0.01 pCBS 0.9 vCBS 0.07',
      'vItem 10.25',
    ]),
    totals: [
      'ICMSTot vBC 20.50 vICMS 3.70 vFCP 0.42 vProd 20.50 vPIS 0.28 vCOFINS 1.28 vNF 20.50',
      'IBSCBSTot vBCIBSCBS 14.82 vIBSUF 0.02 vIBS 0.02 vCBS 0.14',
      'vNFTot 20.50',
    ],
    pag: 'pag tPag 01 vPag 20.50',
    // With the fund: 3.70 + 0.42 (C190, field 7).
    sped: { vICMS: '4.12' },
  },
  {
    name: 'to a consumer at the counter, three means of payment and change',
    store: 'normal',
    at: '2026-03-11T10:00:00-03:00',
    draft: {
      ...{ to: 'person', presenca: 1, consumidor: 1 },
      itens: [goods({ quantidade: 3, valor_unitario: 10.123456 })],
      pagamentos: [
        { tipo: 1, valor: 20 },
        { tipo: 3, valor: 8 },
        { tipo: 17, valor: 5 },
      ],
    },
    working:
      '3 × 10.123456 = 30.370368 → 30.37. ICMS 5.4666 → 5.47; on 24.90 PIS 0.41085 → 0.41, COFINS 1.8924 → 1.89; on 22.60 IBS 0.0226 → 0.02, CBS 0.2034 → 0.20. Paid 33.00: change 2.63.',
    items: [
      [
        'prod CFOP 5102 qCom 3 vUnCom 10.123456 vProd 30.37',
        'ICMS00 CST 00 vBC 30.37 pICMS 18 vICMS 5.47',
        'PISAliq CST 01 vBC 24.90 pPIS 1.65 vPIS 0.41',
        'COFINSAliq CST 01 vBC 24.90 pCOFINS 7.6 vCOFINS 1.89',
        'IBSCBS CST 000 cClassTrib 000001 vBC 22.60 pIBSUF 0.1 vIBSUF 0.02 pIBSMun 0 vIBSMun 0.00 vIBS 0.02 pCBS 0.9 vCBS 0.20',
        'vItem 30.37',
      ],
    ],
    totals: [
      'ICMSTot vBC 30.37 vICMS 5.47 vProd 30.37 vPIS 0.41 vCOFINS 1.89 vNF 30.37',
      'IBSCBSTot vBCIBSCBS 22.60 vIBSUF 0.02 vIBS 0.02 vCBS 0.20',
      'vNFTot 30.37',
    ],
    pag: 'pag tPag 01 vPag 20.00 tPag 03 vPag 8.00 tPag 17 vPag 5.00 vTroco 2.63',
  },
  {
    name: 'contributions at zero (04) and others (99)',
    store: 'normal',
    at: '2026-03-11T10:10:00-03:00',
    draft: {
      to: 'shop',
      consumidor: 0,
      itens: [goods({ valor_unitario: 60, ...untaxed('04') }), goods({ valor_unitario: 40, ...untaxed('99') })],
      pagamentos: cash(100),
    },
    working: 'ICMS 10.80 and 7.20. IBS, CBS on 49.20: 0.0492 → 0.05, 0.4428 → 0.44; on 32.80: 0.0328 → 0.03, 0.2952 → 0.30.',
    items: [
      [
        'prod CFOP 5102 qCom 1 vUnCom 60 vProd 60.00',
        'ICMS00 CST 00 vBC 60.00 pICMS 18 vICMS 10.80',
        'PISNT CST 04',
        'COFINSNT CST 04',
        'IBSCBS CST 000 cClassTrib 000001 vBC 49.20 pIBSUF 0.1 vIBSUF 0.05 pIBSMun 0 vIBSMun 0.00 vIBS 0.05 pCBS 0.9 vCBS 0.44',
        'vItem 60.00',
      ],
      [
        'prod CFOP 5102 qCom 1 vUnCom 40 vProd 40.00',
        'ICMS00 CST 00 vBC 40.00 pICMS 18 vICMS 7.20',
        'PISOutr CST 99 vBC 0.00 pPIS 0 vPIS 0.00',
        'COFINSOutr CST 99 vBC 0.00 pCOFINS 0 vCOFINS 0.00',
        'IBSCBS CST 000 cClassTrib 000001 vBC 32.80 pIBSUF 0.1 vIBSUF 0.03 pIBSMun 0 vIBSMun 0.00 vIBS 0.03 pCBS 0.9 vCBS 0.30',
        'vItem 40.00',
      ],
    ],
    totals: [
      'ICMSTot vBC 100.00 vICMS 18.00 vProd 100.00 vNF 100.00',
      'IBSCBSTot vBCIBSCBS 82.00 vIBSUF 0.08 vIBS 0.08 vCBS 0.74',
      'vNFTot 100.00',
    ],
    pag: 'pag tPag 01 vPag 100.00',
  },
  {
    name: 'withheld before (60): what the purchase told, its fund, and the effective tax',
    store: 'normal',
    at: '2026-03-11T09:50:00-03:00',
    draft: {
      to: 'shop',
      consumidor: 0,
      itens: [
        goods({
          ...{ quantidade: 2, valor_unitario: 50, cfop: '5405', icms_cst: '60', ...untaxed('04') },
          ...{ icms_st_ret_bc: 130, icms_st_ret_alq: 20, icms_st_ret_sub_v: 12, fcp_st_ret_alq: 2 },
          ...{ icms_efet_red_bc: 10, icms_efet_alq: 18 },
        }),
      ],
      pagamentos: cash(100),
    },
    working:
      '130.00 × 20 % = 26.00 − 12.00 of the substitute − 2.60 of the fund (2 %) = 11.40. Effective: 100.00 less 10 % = 90.00 × 18 % = 16.20. On 100.00 IBS 0.10, CBS 0.90.',
    items: [
      [
        'prod CFOP 5405 qCom 2 vUnCom 50 vProd 100.00',
        'ICMS60 CST 60 vBCSTRet 130.00 pST 20 vICMSSubstituto 12.00 vICMSSTRet 11.40 vBCFCPSTRet 130.00 pFCPSTRet 2 vFCPSTRet 2.60 pRedBCEfet 10 vBCEfet 90.00 pICMSEfet 18 vICMSEfet 16.20',
        'PISNT CST 04',
        'COFINSNT CST 04',
        'IBSCBS CST 000 cClassTrib 000001 vBC 100.00 pIBSUF 0.1 vIBSUF 0.10 pIBSMun 0 vIBSMun 0.00 vIBS 0.10 pCBS 0.9 vCBS 0.90',
        'vItem 100.00',
      ],
    ],
    totals: [
      'ICMSTot vFCPSTRet 2.60 vProd 100.00 vNF 100.00',
      'IBSCBSTot vBCIBSCBS 100.00 vIBSUF 0.10 vIBS 0.10 vCBS 0.90',
      'vNFTot 100.00',
    ],
    pag: 'pag tPag 01 vPag 100.00',
  },
]
