import type { Certainty, MenuProduct, SeenSign, Sign, Treatment, TreatmentProposal, Why } from './menuProduct.ts'
import { seenSigns } from './seenSigns.ts'

/** From which strength on a sign counts against another. */
const COUNTS = 2
/** The strength of what a sheet, a mark or a bar code says. */
const SURE = 3

/**
 * Proposes a treatment for each product of a menu, with its reasons. Combos come last: theirs follow from those of their parts, as somebody decided, else
 * as is proposed.
 */
export function proposeTreatments(
  products: readonly MenuProduct[],
  signs: readonly Sign[],
  { restaurante }: { readonly restaurante: boolean },
): ReadonlyMap<number, TreatmentProposal> {
  if (!restaurante) return new Map(products.map(({ id }) => [id, ofTaxProfile]))
  const simple = products.filter(({ partes }) => partes === null)
  const found = new Map(simple.map(product => [product.id, proposeSimple(seenSigns(product, signs))]))
  const byId = new Map(products.map(product => [product.id, product]))
  for (const product of products)
    if (product.partes !== null)
      found.set(
        product.id,
        proposeCombo(product.partes, id => partOf(byId.get(id), found.get(id))),
      )
  return found
}

const ofTaxProfile: TreatmentProposal = { proposta: 'IMPOSTO', certeza: 'CERTA', motivos: [{ code: 'menu-law.why-retail' }] }

/** Returns the proposal of a product by the signs that it shows: the strongest wins, and what speaks against it makes it doubtful. */
function proposeSimple(seen: readonly SeenSign[]): TreatmentProposal {
  const drinks = seen.filter(({ tratamento }) => tratamento === 'ALCOOLICO')
  if (drinks.some(({ forca }) => forca >= COUNTS)) return proposeDrink(seen, drinks)
  const [first] = seen
  if (!first) return { proposta: 'NENHUMA', certeza: 'DUVIDA', motivos: [{ code: 'menu-law.why-none' }] }
  // Where signs are equal, the full rate is the one that nobody is asked to pay later.
  const equal = seen.some(({ tratamento, forca }) => tratamento === 'REVENDA' && forca === first.forca)
  const proposta = equal ? 'REVENDA' : first.tratamento
  const ours = seen.filter(({ tratamento }) => tratamento === proposta)
  const against = seen.filter(({ tratamento, forca }) => tratamento !== proposta && forca >= Math.min(COUNTS, first.forca))
  const hint = first.forca < COUNTS && ours.length < 2
  const certeza: Certainty = against.length > 0 || hint ? 'DUVIDA' : first.forca === SURE ? 'CERTA' : 'PROVAVEL'
  return {
    proposta,
    certeza,
    motivos: [...ours.slice(0, 2).map(whyOf), ...(hint ? [{ code: 'menu-law.why-only-hint' }] : []), ...whyAgainst(against)],
  }
}

/** A drink with alcohol is one even when the house mixes it; only whether it is one may be doubtful. */
function proposeDrink(seen: readonly SeenSign[], drinks: readonly SeenSign[]): TreatmentProposal {
  const marked = drinks.some(({ sinal }) => sinal === 'ALCOOLICO')
  const confirmed = drinks.some(({ sinal }) => sinal !== 'ALCOOLICO')
  const made = seen.some(({ sinal }) => sinal === 'RECEITA' || sinal === 'INGREDIENTE_UNICO')
  return {
    proposta: 'ALCOOLICO',
    certeza: marked && confirmed ? 'CERTA' : 'PROVAVEL',
    motivos: [
      ...drinks.slice(0, 2).map(whyOf),
      ...(marked ? [] : [{ code: 'menu-law.why-unmarked' }]),
      ...(marked && !confirmed ? [{ code: 'menu-law.why-unlike' }] : []),
      ...(made ? [{ code: 'menu-law.why-drink-made' }] : []),
    ],
  }
}

const codeOf = (name: string): string => name.toLowerCase().replaceAll('_', '-')

const whyOf = ({ sinal, achado }: SeenSign): Why => ({ code: `menu-law.why-${codeOf(sinal)}`, params: { found: achado } })

function whyAgainst(against: readonly SeenSign[]): Why[] {
  const [first] = against
  return first
    ? [{ code: 'menu-law.why-against', params: { found: first.achado, sign: first.sinal, treatment: first.tratamento } }]
    : []
}

/** A part of a combo: its treatment and its name. */
interface Part {
  readonly nome: string
  readonly tratamento: Treatment | 'IMPOSTO' | undefined
}

const isTreatment = (name: string | null | undefined): name is Treatment | 'IMPOSTO' =>
  name === 'PREPARADO' || name === 'REVENDA' || name === 'ALCOOLICO' || name === 'IMPOSTO'

function partOf(product: MenuProduct | undefined, proposal: TreatmentProposal | undefined): Part {
  const decided = product?.tratamento ?? proposal?.proposta
  return { nome: product?.nome ?? '', tratamento: isTreatment(decided) ? decided : undefined }
}

function proposeCombo(parts: readonly number[], find: (id: number) => Part): TreatmentProposal {
  const found = parts.map(find)
  if (found.length === 0) return { proposta: 'NENHUMA', certeza: 'DUVIDA', motivos: [{ code: 'menu-law.why-combo-empty' }] }
  const open = found.filter(({ tratamento }) => tratamento === undefined)
  if (open.length > 0) {
    const params = { parts: [...new Set(open.map(({ nome }) => nome))].join(', ') }
    return { proposta: 'COMBO', certeza: 'DUVIDA', motivos: [{ code: 'menu-law.why-combo-open', params }] }
  }
  const kinds = [...new Set(found.map(({ tratamento }) => tratamento))]
  const [only] = kinds
  if (kinds.length === 1 && only)
    return { proposta: only, certeza: 'CERTA', motivos: [{ code: 'menu-law.why-combo-alike', params: { kinds: only } }] }
  const params = { kinds: kinds.join(',') }
  return { proposta: 'COMBO', certeza: 'CERTA', motivos: [{ code: 'menu-law.why-combo', params }] }
}
