import { childrenOf, type DocumentElement, elementAt } from '../../../../src/domain/fiscal/core/public.ts'

const unsaid = ['modBC', 'modBCST', 'cEnq', 'indTot', 'tpIntegra']
const ofProduct = ['CFOP', 'qCom', 'vUnCom', 'vProd', 'vFrete', 'vSeg', 'vDesc', 'vOutro']

/** The amounts of a note, a group a line, as the table of golden notes has them. */
export interface NoteLines {
  readonly items: readonly (readonly string[])[]
  readonly totals: readonly string[]
  readonly pag: string
}

/** Reads them from an `infNFe`. */
export function noteLines(info: DocumentElement): NoteLines {
  return {
    items: childrenOf(info, 'det').map(itemLines),
    totals: (elementAt(info, 'total')?.children ?? [])
      .map(group => lineOf(group, leaf => Number(leaf.text) !== 0))
      .filter(line => line.includes(' ')),
    pag: lineOf(elementAt(info, 'pag'), leaf => ['tPag', 'vPag', 'vTroco'].includes(leaf.name)),
  }
}

function itemLines(det: DocumentElement): string[] {
  const tax = elementAt(det, 'imposto')?.children.filter(({ name }) => name !== 'vTotTrib') ?? []
  // ICMS, PIS and the like hold one group, which says more than they do.
  const groups = tax.map(group => {
    const [only, more] = group.children.filter(({ children }) => children.length > 0)
    return only && !more && group.name !== 'IBSCBS' ? only : group
  })
  const item = det.children.filter(({ name }) => name === 'vItem')
  return [
    lineOf({ ...(elementAt(det, 'prod') ?? det), name: 'prod' }, ({ name }) => ofProduct.includes(name)),
    ...groups.map(group => lineOf(group, ({ name, text }) => !unsaid.includes(name) && !(name === 'orig' && text === '0'))),
    ...item.map(leaf => lineOf(leaf, () => true)),
  ]
}

/** An element's name and what it holds, at any depth. */
function lineOf(element: DocumentElement | undefined, tells: (leaf: DocumentElement) => boolean): string {
  if (!element) return ''
  if (element.children.length === 0) return tells(element) ? `${element.name} ${printed(element)}` : ''
  return [
    element.name,
    ...leavesOf(element)
      .filter(tells)
      .map(leaf => `${leaf.name} ${printed(leaf)}`),
  ].join(' ')
}

const leavesOf = (element: DocumentElement): DocumentElement[] =>
  element.children.flatMap(child => (child.children.length > 0 ? leavesOf(child) : [child]))

/** Rates and quantities as people write them, money with its cents. */
const printed = ({ name, text }: DocumentElement): string =>
  /^(p[A-Z]|q[A-Z]|vUn)/.test(name) ? text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : text
