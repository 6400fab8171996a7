import { amount, sumOf } from '../calculation/amounts.ts'
import { reformOf } from '../calculation/calculateNote.ts'
import type { AmountName } from '../calculation/noteRecord.ts'
import { group, moneyField, type Xml } from './element.ts'
import type { NoteDocument } from './noteDocument.ts'
import { hasIbsCbsTotal } from './taxText.ts'

/** The totals: sums of what the items say. */
export function totalsText(note: NoteDocument): Xml {
  const selective = totalOf(note, 'is_v')
  return group(
    'total',
    icmsTotals(note),
    selective === 0 ? '' : group('ISTot', moneyField('vIS', selective)),
    // Beside the totals of IBS and CBS the note's total is demanded, too (rejection 1004).
    hasIbsCbsTotal(note.itens, note.law) ? ibsCbsTotals(note) + moneyField('vNFTot', note.calculo.totals.total_nota) : '',
  )
}

const totalOf = ({ calculo }: NoteDocument, name: AmountName): number =>
  sumOf(calculo.items.map(item => amount(item[name]))).toNumber()

/** `vNF`: the note's total without IS, IBS and CBS, which `vNFTot` has besides. */
export const goodsTotal = ({ calculo, law }: Pick<NoteDocument, 'calculo' | 'law'>): number =>
  law.addsIbsCbs ? amount(calculo.totals.total_nota).minus(reformOf(calculo.items)).toNumber() : calculo.totals.total_nota

function icmsTotals(note: NoteDocument): Xml {
  const { totals } = note.calculo
  const hasDifference = note.calculo.items.some(item => item.icms_uf_dest_bc !== 0)
  const approximate = note.produtos.some(({ total_tributos }) => total_tributos !== undefined)
  return group(
    'ICMSTot',
    moneyField('vBC', totals.total_icms_bc),
    moneyField('vICMS', totals.total_icms_v),
    moneyField('vICMSDeson', 0),
    ...(hasDifference
      ? [
          moneyField('vFCPUFDest', totalOf(note, 'fcp_uf_dest_v')),
          moneyField('vICMSUFDest', totalOf(note, 'icms_uf_dest_v')),
          moneyField('vICMSUFRemet', 0),
        ]
      : []),
    moneyField('vFCP', totals.total_fcp_v),
    moneyField('vBCST', totals.total_icms_st_bc),
    moneyField('vST', totals.total_icms_st_v),
    moneyField('vFCPST', totals.total_fcp_st_v),
    moneyField('vFCPSTRet', totalOf(note, 'fcp_st_ret_v')),
    moneyField('vProd', totals.total_produtos),
    moneyField('vFrete', totals.total_frete),
    moneyField('vSeg', totals.total_seguro),
    moneyField('vDesc', totals.total_desconto),
    moneyField('vII', 0),
    moneyField('vIPI', totals.total_ipi_v),
    moneyField('vIPIDevol', 0),
    moneyField('vPIS', totals.total_pis_v),
    moneyField('vCOFINS', totals.total_cofins_v),
    moneyField('vOutro', totals.total_outro),
    moneyField('vNF', goodsTotal(note)),
    approximate
      ? moneyField('vTotTrib', sumOf(note.produtos.map(({ total_tributos }) => amount(total_tributos ?? 0))).toNumber())
      : '',
  )
}

function ibsCbsTotals(note: NoteDocument): Xml {
  const nothing = moneyField('vDif', 0) + moneyField('vDevTrib', 0)
  const noCredit = moneyField('vCredPres', 0) + moneyField('vCredPresCondSus', 0)
  const [state, city, federal] = (['ibs_uf_v', 'ibs_mun_v', 'cbs_v'] as const).map(name => totalOf(note, name))
  return group(
    'IBSCBSTot',
    moneyField('vBCIBSCBS', totalOf(note, 'ibscbs_bc')),
    group(
      'gIBS',
      group('gIBSUF', nothing, moneyField('vIBSUF', state ?? 0)),
      group('gIBSMun', nothing, moneyField('vIBSMun', city ?? 0)),
      moneyField(
        'vIBS',
        amount(state ?? 0)
          .plus(city ?? 0)
          .toNumber(),
      ),
      noCredit,
    ),
    group('gCBS', nothing, moneyField('vCBS', federal ?? 0), noCredit),
  )
}
