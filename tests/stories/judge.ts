/** What an axe run is given besides the page: see https://github.com/dequelabs/axe-core/blob/develop/doc/API.md. */
interface Axe {
  run(
    context: unknown,
    options: unknown,
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
 * Runs in the page: a key for each element of the story, in the document's order. Two elements with the same key are the same in all
 * that their own rules look at: what they stand in, what is in them, with classes, attributes and whether there is text.
 */
export const partsOfPage = (): string[] => {
  /** Values that only name, count or describe: of them it matters whether there is any, and whether what they point to is there. */
  const named =
    /^(id|name|value|href|src|title|alt|placeholder|d|points|transform|form|min|max|pattern|datetime|(min|max)length|(row|col)span|[cr]?[xy][12]?|r|width|height|viewBox|data-(tip|row|id|field|ref|testid|column|value|valuetext|index|title|list|ownedby|add)|aria-(label|valuenow|valuetext|valuemin|valuemax|(row|col)(index|count|span)|posinset|setsize))$/
  const pointing = /^(for|list|aria-(labelledby|describedby|controls|owns|activedescendant|details|errormessage|flowto))$/
  const shown = (name: string, value: string): string => {
    if (pointing.test(name)) {
      const others = value.split(/\s+/).map(id => document.getElementById(id))
      return others.map(other => (other ? (other.textContent?.trim() ? 'said' : 'empty') : 'nothing')).join()
    }
    if (named.test(name)) return value.trim() === '' ? 'empty' : 'some'
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
  for (const element of document.querySelector('#storybook-root')?.children ?? []) walk(element, '')
  return found
}

export interface JudgeRequest {
  /** By element of the story: whether its own rules are to be judged. */
  readonly fresh: readonly boolean[]
  readonly ownRules: readonly string[]
}

/**
 * Runs in the page, which stands: what axe finds wrong with it, then with its contrasts in the dark. Own rules are judged where
 * something is new, all others on the whole page.
 */
export const judgePage = async ({ fresh, ownRules }: JudgeRequest): Promise<string[]> => {
  const { axe } = window as unknown as { axe: Axe }
  const elements = [...document.querySelectorAll('#storybook-root *')]
  const isKnown = new Map(elements.map((element, at) => [element, fresh[at] === false]))
  const known = elements.filter(one => isKnown.get(one) && !isKnown.get(one.parentElement as Element))
  const isNew = fresh.includes(true)
  const judge = async (theme: 'light' | 'dark', context: unknown, options: object): Promise<string[]> => {
    const { violations } = await axe.run(context, { resultTypes: ['violations'], ...options })
    return violations.map(({ id: rule, help, nodes }) => {
      const places = nodes.map(({ target, failureSummary }) => `${String(target)} (${failureSummary ?? ''})`).join('; ')
      return `${theme} ${rule}: ${help} at ${places.slice(0, 600)}`
    })
  }
  const off = { enabled: false }
  // A story is a page's inside: the frame, judged in the browser tests, brings the landmarks and their headings.
  const rules = { region: off, 'page-has-heading-one': off, ...Object.fromEntries(ownRules.map(rule => [rule, off])) }
  const whole = await judge('light', document, { rules })
  if (!isNew) return whole
  const context = { include: [document], exclude: known }
  const light = await judge('light', context, { runOnly: ownRules })
  // The dark differs in colours alone, and those in styles alone: the page that stands takes them on.
  const { classList } = document.documentElement
  classList.add('dark')
  await Promise.all(document.getAnimations().map(each => each instanceof CSSTransition && each.finished))
  const dark = await judge('dark', context, { runOnly: ['color-contrast'] })
  classList.remove('dark')
  return [...whole, ...light, ...dark]
}
