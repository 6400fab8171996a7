/** The options of an axe run besides the page: see https://github.com/dequelabs/axe-core/blob/develop/doc/API.md. */
interface Axe {
  readonly _audit: { readonly rules: readonly { readonly id: string; readonly selector: string }[] }
  configure(spec: object): void
  run(
    page: Document,
    options: object,
  ): Promise<{ violations: { id: string; help: string; nodes: { target: unknown; failureSummary?: string }[] }[] }>
}

/**
 * Rules that an element keeps or breaks by itself: by its own attributes and styles, those of what it stands in, and what is inside of
 * it. They cost two thirds of a judgement. All others look across the page (headings in their order, landmarks, ids, scrolling).
 */
export const ownRules: readonly string[] = [
  'color-contrast',
  'avoid-inline-spacing',
  'aria-allowed-attr',
  'aria-conditional-attr',
  'aria-deprecated-role',
  'aria-prohibited-attr',
  'aria-required-attr',
  'aria-roles',
  'aria-valid-attr',
  'aria-valid-attr-value',
  'autocomplete-valid',
  'button-name',
  'empty-table-header',
  'link-name',
  'nested-interactive',
  'presentation-role-conflict',
]

/**
 * Runs in the page: a key for each element of its body, in the document's order. Two elements with the same key are the same in all
 * that their own rules look at: what they stand in, what is in them, with classes, attributes and whether there is text.
 */
export const partsOfPage = (): string[] => {
  /** Values that only name, count or describe: of them it matters whether there is any, and whether what they point to is there. */
  const named =
    /^(id|name|value|href|src|title|alt|placeholder|d|points|transform|form|min|max|pattern|datetime|(min|max)length|(row|col)span|[cr]?[xy][12]?|r|width|height|viewBox|data-(tip|row|id|field|ref|testid|column|value|valuetext|index|title|list|ownedby|add)|aria-(label|valuetext))$/
  const counting = /^aria-(level|(row|col)(index|count|span)|posinset|setsize|value(now|min|max))$/
  const pointing = /^(for|list|aria-(labelledby|describedby|controls|owns|activedescendant|details|errormessage|flowto))$/
  const shown = (name: string, value: string): string => {
    if (pointing.test(name)) {
      const others = value.split(/\s+/).map(id => document.getElementById(id))
      return others.map(other => (other ? (other.textContent?.trim() ? 'said' : 'empty') : 'nothing')).join()
    }
    if (named.test(name)) return value.trim() === '' ? 'empty' : 'some'
    if (counting.test(name)) return value.replace(/^-?\d+(\.\d+)?$/, 'number')
    // Sizes and places differ from one row to the next.
    return name === 'style' ? value.replace(/-?[\d.]+(px|%|fr|ms|s|em|rem|deg)|url\([^)]*\)/g, '#') : value
  }
  const keys = new Map<string, string>()
  const hash = (text: string): string => {
    const known = keys.get(text)
    if (known !== undefined) return known
    let low = 0x811c9dc5
    let high = 0x01000193
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      low = Math.imul(low ^ unit, 0x01000193)
      high = Math.imul(high ^ (unit + at), 0x85ebca6b)
    }
    const key = `${(low >>> 0).toString(36)}.${(high >>> 0).toString(36)}`
    keys.set(text, key)
    return key
  }
  const own = (element: Element): string =>
    `${element.tagName}[${[...element.attributes].map(({ name, value }) => `${name}=${shown(name, value)}`).sort()}]`
  const found: string[] = []
  /** Keys an element and all in it; gives what is in it, without what it stands in. */
  const walk = (element: Element, around: string): string => {
    const at = found.push('') - 1
    const self = own(element)
    const path = hash(`${around}>${self}`)
    const inside = [...element.childNodes].map(node => {
      if (node instanceof Element) return walk(node, path)
      return node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() ? 'text' : ''
    })
    const whole = hash(`${self}(${inside.filter(Boolean)})`)
    found[at] = hash(`${around} ${whole}`)
    return whole
  }
  walk(document.body, '')
  return found
}

/** The mark by which judgements find the elements whose own rules they look at. */
export const freshMark = 'data-fresh'

/** Runs in the page once axe is there: own rules look at what is marked, and at nothing else. */
export const markOwnRules = ({ ownRules, mark }: { readonly ownRules: readonly string[]; readonly mark: string }): void => {
  const { axe } = window as unknown as { axe: Axe }
  const rules = ownRules.map(id => {
    const selector = axe._audit.rules.find(rule => rule.id === id)?.selector
    if (selector === undefined) throw new Error(`axe has no rule ${id} any more.`)
    const parts = selector.split(',').map(part => part.trim().replace(/^\*$/, ''))
    return { id, selector: parts.map(part => `${part}[${mark}]`).join() }
  })
  // Quotes of elements are read by nobody.
  axe.configure({ noHtml: true, rules })
}

/**
 * Runs in the page, which stands: what axe finds wrong with it, then with its contrasts in the dark. Own rules are judged for the
 * elements that are new, by their place in the body, all others on the whole page.
 */
export const judgePage = async ({
  fresh,
  mark,
}: {
  readonly fresh: readonly number[]
  readonly mark: string
}): Promise<string[]> => {
  const { axe } = window as unknown as { axe: Axe }
  const all = [document.body, ...document.body.querySelectorAll('*')]
  const marked = fresh.flatMap(at => all[at] ?? [])
  for (const element of marked) element.setAttribute(mark, '')
  const judge = async (theme: 'light' | 'dark', options: object): Promise<string[]> => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...options })
    return violations.map(({ id: rule, help, nodes }) => {
      const places = nodes.map(({ target, failureSummary }) => `${String(target)} (${failureSummary ?? ''})`).join('; ')
      return `${theme} ${rule}: ${help} at ${places.slice(0, 600)}`
    })
  }
  // A story is a page's inside: the frame, judged in the browser tests, brings the landmarks and their headings.
  const found = await judge('light', { rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } } })
  const isRead = (element: Element): boolean =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
  if (marked.some(isRead)) {
    // The dark differs in colours alone, and those in styles alone: the page that stands takes them on.
    const { classList } = document.documentElement
    classList.add('dark')
    await Promise.all(document.getAnimations().map(each => each instanceof CSSTransition && each.finished))
    found.push(...(await judge('dark', { runOnly: ['color-contrast'] })))
    classList.remove('dark')
  }
  for (const element of marked) element.removeAttribute(mark)
  return found
}
