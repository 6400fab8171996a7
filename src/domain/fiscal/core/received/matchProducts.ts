import { foldText } from '../../../../base/text.ts'

/** The fields of an item that tell its product. */
export interface MatchedItem {
  readonly cProd: string | null
  readonly cEAN: string | null
  readonly cEANTrib: string | null
  readonly xProd: string
}

/** A product of the store, by what items may name it. */
export interface KnownProduct {
  readonly id: number
  readonly codes: readonly (string | null)[]
  readonly name: string
}

/** The product that a supplier's code meant before. */
export interface RememberedCode {
  readonly cProd: string
  readonly produtoId: number
}

/** Codes are told apart without the zeros before them: one program keeps them, another does not. */
const bare = (code: string): string => code.trim().replace(/^0+(?=.)/, '')

const nameOf = (text: string): string => foldText(text).replace(/\s+/g, ' ').trim()

/** The product of each item: by its bar code, by what was said of the supplier's code before, then by its name. What two products answer to is neither. */
export function matchProducts(
  items: readonly MatchedItem[],
  products: readonly KnownProduct[],
  remembered: readonly RememberedCode[],
): (number | undefined)[] {
  const byCode = indexOf(products.flatMap(({ id, codes }) => codes.flatMap(code => (code ? [[bare(code), id] as const] : []))))
  const byName = indexOf(products.map(({ id, name }) => [nameOf(name), id] as const))
  const known = new Set(products.map(({ id }) => id))
  const bySupplier = new Map(
    remembered.filter(({ produtoId }) => known.has(produtoId)).map(({ cProd, produtoId }) => [cProd, produtoId]),
  )
  return items.map(({ cProd, cEAN, cEANTrib, xProd }) => {
    const bar = [cEAN, cEANTrib].flatMap(code => (code === null ? [] : (byCode.get(bare(code)) ?? [])))[0]
    return bar ?? (cProd === null ? undefined : bySupplier.get(cProd)) ?? byName.get(nameOf(xProd))
  })
}

function indexOf(pairs: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const found = new Map<string, number | undefined>()
  for (const [text, id] of pairs) found.set(text, found.has(text) && found.get(text) !== id ? undefined : id)
  return new Map([...found].flatMap(([text, id]) => (id === undefined || text === '' ? [] : [[text, id]])))
}
