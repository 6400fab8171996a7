import { type DocumentElement, elementAt } from '../../../domain/fiscal/core/public.ts'
import type { DanfeBlock } from './danfe.ts'
import { moneyAt, numberBox, saidAt, textBox } from './values.ts'

/** Papers of notes issued from this day on have the boxes of the taxes' reform (NT 2026.010, in production since then). */
const reformedFrom = '2026-12-01'

/** The sums of taxes and what the note adds up to. */
export function taxBlocks(info: DocumentElement): DanfeBlock[] {
  const box = (label: string, name: string) => numberBox(label, moneyAt(info, `total/ICMSTot/${name}`))
  const blocks: DanfeBlock[] = [
    {
      title: 'CÁLCULO DO IMPOSTO',
      rows: [
        [
          box('BASE DE CÁLC. DO ICMS', 'vBC'),
          box('VALOR DO ICMS', 'vICMS'),
          box('BASE DE CÁLC. ICMS ST', 'vBCST'),
          box('VALOR DO ICMS ST', 'vST'),
          box('V. IMP. IMPORTAÇÃO', 'vII'),
          box('V. ICMS UF REMET.', 'vICMSUFRemet'),
          box('V. FCP UF DEST.', 'vFCPUFDest'),
          box('VALOR DO PIS', 'vPIS'),
          box('V. TOTAL PRODUTOS', 'vProd'),
        ],
        [
          box('VALOR DO FRETE', 'vFrete'),
          box('VALOR DO SEGURO', 'vSeg'),
          box('DESCONTO', 'vDesc'),
          box('OUTRAS DESPESAS', 'vOutro'),
          box('VALOR TOTAL DO IPI', 'vIPI'),
          box('V. ICMS UF DEST.', 'vICMSUFDest'),
          box('V. TOT. TRIBUTOS', 'vTotTrib'),
          box('VALOR DA COFINS', 'vCOFINS'),
          box('V. TOTAL DA NOTA', 'vNF'),
        ],
      ],
    },
  ]
  return showsReform(info) ? [...blocks, reformBlock(info)] : blocks
}

/** Tells whether the paper has the boxes of IBS, CBS and IS: by the day of its issue, and where the note has them. */
export const showsReform = (info: DocumentElement): boolean =>
  saidAt(info, 'ide/dhEmi') >= reformedFrom && elementAt(info, 'total/IBSCBSTot') !== undefined

function reformBlock(info: DocumentElement): DanfeBlock {
  const box = (label: string, path: string) => numberBox(label, moneyAt(info, `total/${path}`))
  return {
    title: 'CÁLCULO DO IBS, DA CBS E DO IMPOSTO SELETIVO',
    rows: [
      [
        box('BASE DE CÁLC. IBS/CBS', 'IBSCBSTot/vBCIBSCBS'),
        box('VALOR DO IBS UF', 'IBSCBSTot/gIBS/gIBSUF/vIBSUF'),
        box('VALOR DO IBS MUNICÍPIO', 'IBSCBSTot/gIBS/gIBSMun/vIBSMun'),
        box('VALOR TOTAL DO IBS', 'IBSCBSTot/gIBS/vIBS'),
        box('VALOR DA CBS', 'IBSCBSTot/gCBS/vCBS'),
        box('VALOR DO IS', 'ISTot/vIS'),
        box('V. TOTAL COM IBS/CBS/IS', 'vNFTot'),
      ],
    ],
  }
}

/** Services that are taxed by the town: only on notes that have some, or whose issuer is registered there. */
export function servicesBlock(info: DocumentElement): DanfeBlock | undefined {
  const registered = saidAt(info, 'emit/IM')
  const totals = elementAt(info, 'total/ISSQNtot')
  if (!totals) return undefined
  return {
    title: 'CÁLCULO DO ISSQN',
    rows: [
      [
        textBox('INSCRIÇÃO MUNICIPAL', registered, 1),
        numberBox('VALOR TOTAL DOS SERVIÇOS', moneyAt(totals, 'vServ')),
        numberBox('BASE DE CÁLCULO DO ISSQN', moneyAt(totals, 'vBC')),
        numberBox('VALOR DO ISSQN', moneyAt(totals, 'vISS')),
      ],
    ],
  }
}
