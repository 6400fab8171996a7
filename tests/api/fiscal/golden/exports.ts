import type { GoldenNote } from './goldenNote.ts'
import { cash, goods, simplesGoods, untaxed } from './goods.ts'

/** Goods that leave the country: no ICMS, PIS, COFINS, IBS or CBS, in whatever year; a foreigner at the counter is taxed as anybody else. */
const exported = { cfop: '7102', icms_alq: 0, ...untaxed('08'), ibscbs_cclasstrib: '410004' }

export const exports: readonly GoldenNote[] = [
  {
    name: 'to a company in Argentina',
    store: 'normal',
    at: '2026-03-13T09:00:00-03:00',
    draft: {
      ...{
        to: 'abroad',
        consumidor: 0,
        presenca: 9,
        exporta_uf: 'RS',
        exporta_local: 'Uruguaiana',
        exporta_despacho: 'Porto Seco',
      },
      itens: [goods({ ...exported, quantidade: 12, valor_unitario: 25, icms_cst: '41' })],
      pagamentos: cash(300),
    },
    working: '12 × 25.00 = 300.00. Nothing is taxed; class 410 has no values, so no totals of IBS and CBS.',
    items: [
      [
        'prod CFOP 7102 qCom 12 vUnCom 25 vProd 300.00',
        'ICMS40 CST 41',
        'PISNT CST 08',
        'COFINSNT CST 08',
        'IBSCBS CST 410 cClassTrib 410004',
      ],
    ],
    totals: ['ICMSTot vProd 300.00 vNF 300.00'],
    pag: 'pag tPag 01 vPag 300.00',
  },
  {
    name: 'the Simples to France, freight on top, to somebody without a document',
    store: 'simples',
    at: '2026-03-13T09:10:00-03:00',
    draft: {
      ...{ to: 'nameless', consumidor: 0, presenca: 2, total_frete: 40 },
      itens: [simplesGoods({ ...exported, quantidade: 4, valor_unitario: 15, icms_cst: '300' })],
      pagamentos: cash(100),
    },
    working: '4 × 15.00 + 40.00 = 100.00. CSOSN 300; in 2026 the Simples tells no IBS and CBS.',
    items: [
      ['prod CFOP 7102 qCom 4 vUnCom 15 vProd 60.00 vFrete 40.00', 'ICMSSN102 CSOSN 300', 'PISNT CST 08', 'COFINSNT CST 08'],
    ],
    totals: ['ICMSTot vProd 60.00 vFrete 40.00 vNF 100.00'],
    pag: 'pag tPag 01 vPag 100.00',
  },
  {
    name: 'a visitor from Argentina at the counter',
    store: 'normal',
    at: '2026-03-13T09:20:00-03:00',
    draft: {
      ...{ to: 'abroad', identificador_operacao: 1, consumidor: 1, presenca: 1 },
      itens: [goods({ valor_unitario: 100, cfop: '5102' })],
      pagamentos: cash(100),
    },
    working:
      'As inside the state: ICMS 18.00; on 82.00 PIS 1.353 → 1.35, COFINS 6.232 → 6.23; on 74.42 IBS 0.07, CBS 0.66978 → 0.67.',
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
    name: '2027: to Argentina, not taxed either',
    store: 'normal',
    at: '2027-01-02T09:40:00-03:00',
    draft: {
      ...{ to: 'abroad', consumidor: 0, presenca: 9 },
      itens: [goods({ ...exported, valor_unitario: 80, icms_cst: '41' })],
      pagamentos: cash(80),
    },
    working: 'No PIS and COFINS any more; IBS and CBS are not due on exports (LC 214/2025, art. 8).',
    items: [['prod CFOP 7102 qCom 1 vUnCom 80 vProd 80.00', 'ICMS40 CST 41', 'IBSCBS CST 410 cClassTrib 410004']],
    totals: ['ICMSTot vProd 80.00 vNF 80.00'],
    pag: 'pag tPag 01 vPag 80.00',
  },
  {
    name: 'MEI 05/01/2027: to France',
    store: 'mei',
    at: '2027-01-05T09:10:00-03:00',
    draft: {
      ...{ to: 'nameless', consumidor: 0, presenca: 2 },
      itens: [simplesGoods({ ...exported, valor_unitario: 30, icms_cst: '300' })],
      pagamentos: cash(30),
    },
    working: 'CSOSN 300; the class says that nothing is due.',
    items: [['prod CFOP 7102 qCom 1 vUnCom 30 vProd 30.00', 'ICMSSN102 CSOSN 300', 'IBSCBS CST 410 cClassTrib 410004']],
    totals: ['ICMSTot vProd 30.00 vNF 30.00'],
    pag: 'pag tPag 01 vPag 30.00',
  },
  {
    name: 'what comes back from Argentina',
    store: 'normal',
    at: '2026-03-20T09:00:00-03:00',
    back: { of: 'to a company in Argentina', to: 'abroad', quantities: [2] },
    working: '2 × 25.00 = 50.00, under 3202.',
    items: [
      [
        'prod CFOP 3202 qCom 2 vUnCom 25 vProd 50.00',
        'ICMS40 CST 41',
        'PISNT CST 08',
        'COFINSNT CST 08',
        'IBSCBS CST 410 cClassTrib 410004',
      ],
    ],
    totals: ['ICMSTot vProd 50.00 vNF 50.00'],
    pag: 'pag tPag 90 vPag 0.00',
  },
]
