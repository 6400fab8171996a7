import { __unsafe_useEmotionCache as useEmotionCache } from '@emotion/react'
import type { ReactNode } from 'react'

/**
 * Lets the page adopt what Emotion would write into style elements, so that its security policy can forbid inline styles: without a
 * secret word in every answer, which a page that is kept for when there is no network could not have.
 */
export function AdoptedStyles({ children }: { readonly children: ReactNode }) {
  const sheet = useEmotionCache()?.sheet
  if (sheet && sheet.container === document.head) {
    sheet.container = createSheetHolder(document)
    sheet.isSpeedy = true
  }
  return children
}

/** Takes Emotion's style elements outside the page: each has a sheet that the page adopts, in the order of the elements. */
export function createSheetHolder(page: Document): HTMLElement {
  const holder = page.createElement('div')
  const sheets = new Map<Node, CSSStyleSheet>()
  const put = holder.insertBefore.bind(holder)
  const take = holder.removeChild.bind(holder)
  const adopt = (): void => {
    const own = new Set(sheets.values())
    const others = page.adoptedStyleSheets.filter(one => !own.has(one))
    page.adoptedStyleSheets = [...others, ...[...holder.childNodes].flatMap(tag => sheets.get(tag) ?? [])]
  }
  holder.insertBefore = (tag, before) => {
    const made = sheets.get(tag) ?? new CSSStyleSheet()
    sheets.set(tag, made)
    Object.defineProperty(tag, 'sheet', { value: made, configurable: true })
    put(tag, before)
    adopt()
    return tag
  }
  holder.removeChild = tag => {
    take(tag)
    adopt()
    sheets.delete(tag)
    return tag
  }
  return holder
}
