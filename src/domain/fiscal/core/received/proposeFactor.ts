import { ExactDecimal } from '../../../../base/decimal.ts'
import { piecesInWords, unitName, unitNature } from './packageWords.ts'

/** The fields of an item that tell how many units it brings. */
export interface PackedItem {
  readonly xProd: string
  readonly cEAN: string | null
  readonly cEANTrib: string | null
  readonly uCom: string | null
  readonly qCom: string
  readonly uTrib: string | null
  /** The quantity that it is taxed by, which may be pieces where boxes are sold. */
  readonly qTrib: string | null
}

/** The product that it is, as the store counts it. */
export interface CountedProduct {
  readonly codes: readonly (string | null)[]
  readonly unit: string | null
}

/** The factor that a supplier's code had before, and of which unit. */
export interface RememberedFactor {
  readonly fator: string
  readonly uCom: string | null
}

/** A factor, and what it was taken from: an entry of before, the note's quantities, its words; nothing said so. */
export interface ProposedFactor {
  readonly fator: string
  readonly fator_de: 'ENTRADA' | 'NOTA' | 'NOME' | null
}

const one: ProposedFactor = { fator: '1', fator_de: null }

/**
 * How many units of the store one of the note's is. What was entered before wins, as long as the supplier sends the same unit; then the quantity that
 * the note is taxed by; then its words (`CX12`, `FD 6X2L`). Who bought by the box and keeps boxes gets 1.
 */
export function proposeFactor(item: PackedItem, product?: CountedProduct, before?: RememberedFactor): ProposedFactor {
  const { uCom, uTrib } = item
  if (before && (before.uCom === null || unitName(before.uCom) === unitName(uCom)))
    return { fator: before.fator, fator_de: 'ENTRADA' }
  const ratio = ratioOf(item)
  if (product) {
    if (isTheBox(item, product)) return one
    const kept = unitName(product.unit)
    if (ratio && kept !== '' && kept === unitName(uTrib) && kept !== unitName(uCom)) return { fator: ratio, fator_de: 'NOTA' }
    if (kept !== '' && kept === unitName(uCom) && unitNature(uCom) !== 'single') return one
  }
  const isMeasured = unitNature(uTrib) === 'measure'
  if (ratio && Number(ratio) > 1 && !isMeasured) return { fator: ratio, fator_de: 'NOTA' }
  const words = piecesInWords(item.xProd, uCom)
  if (words !== undefined) return { fator: `${words}`, fator_de: 'NOME' }
  // A product sold in boxes and weighed enters by weight, where no product says otherwise.
  if (ratio && isMeasured && !product && unitNature(uCom) === 'package') return { fator: ratio, fator_de: 'NOTA' }
  return one
}

/** The unit that what enters is counted in. */
export const enteringUnit = ({ uCom, uTrib }: PackedItem, { fator, fator_de }: ProposedFactor): string =>
  fator_de === 'NOTA' && uTrib ? unitName(uTrib) : Number(fator) > 1 ? 'UN' : unitName(uCom)

/** Returns the taxed quantity over the sold one, where they differ and a factor may be that. */
function ratioOf({ qCom, qTrib }: PackedItem): string | undefined {
  if (qTrib === null || Number(qCom) === 0 || Number(qTrib) === 0) return undefined
  const ratio = new ExactDecimal(qTrib).div(qCom).toDecimalPlaces(4)
  return ratio.eq(1) || ratio.lt('0.001') || ratio.gt('99999999.9999') ? undefined : ratio.toString()
}

/** The product bears the code of the box, and not that of what is in it. */
function isTheBox({ cEAN, cEANTrib }: PackedItem, { codes }: CountedProduct): boolean {
  const bare = (code: string | null): string => (code ?? '').replace(/^0+/, '')
  const known = new Set(codes.map(bare))
  return (
    cEAN !== null && cEANTrib !== null && bare(cEAN) !== bare(cEANTrib) && known.has(bare(cEAN)) && !known.has(bare(cEANTrib))
  )
}
