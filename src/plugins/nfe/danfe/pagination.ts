/** Part of an item on a page: its lines from one to before another. */
export interface ItemPart {
  readonly item: number
  readonly from: number
  readonly to: number
}

/** The content of a page besides its header. */
export interface PagePlan {
  readonly parts: readonly ItemPart[]
  /** Lines of the additional information: those of the first page have their box there. */
  readonly lines: readonly string[]
}

/** Heights of the paper, in lines of items or of texts where they are counted in lines. */
export interface PaperRoom {
  /** Room of items on the first page and on those after it. */
  readonly first: number
  readonly next: number
  readonly itemLine: number
  readonly itemGap: number
  readonly textLine: number
  /** Title and frame around texts that go on. */
  readonly textFrame: number
}

/** Room that an item may leave empty at the end of a page: a longer one is parted. */
const mostEmpty = 90

/** A page that is being filled. */
interface OpenPage {
  readonly parts: ItemPart[]
  readonly lines: string[]
  free: number
}

/** Divides items, each so many lines, and texts that the first page has no room for among pages. */
export function paginate(itemLines: readonly number[], left: readonly string[], room: PaperRoom): PagePlan[] {
  let page: OpenPage = { parts: [], lines: [], free: room.first }
  const pages = [page]
  const turn = (): void => {
    page = { parts: [], lines: [], free: room.next }
    pages.push(page)
  }
  const linesFree = (): number => Math.floor((page.free - room.itemGap) / room.itemLine)
  for (const [item, lines] of itemLines.entries()) {
    let from = 0
    if (linesFree() < lines && (page.free < mostEmpty || linesFree() < 1) && page.free < room.next) turn()
    while (from < lines) {
      const to = Math.min(lines, from + Math.max(linesFree(), 1))
      page.parts.push({ item, from, to })
      page.free -= (to - from) * room.itemLine + room.itemGap
      from = to
      if (from < lines) turn()
    }
  }
  const rest = [...left]
  if (rest.length > 0 && pages.length === 1) turn()
  while (rest.length > 0) {
    const count = Math.floor((page.free - room.textFrame) / room.textLine)
    if (count >= Math.min(3, rest.length)) page.lines.push(...rest.splice(0, count))
    if (rest.length > 0) turn()
  }
  return pages
}
