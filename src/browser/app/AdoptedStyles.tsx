import { __unsafe_useEmotionCache as useEmotionCache } from '@emotion/react'
import type { ReactNode } from 'react'
import { styleLearnt, styleMemory } from '../../controls/theme/styleMemory.ts'

type EmotionCache = NonNullable<ReturnType<typeof useEmotionCache>>

/**
 * Lets the page adopt what Emotion would write into style elements, so that its security policy can forbid inline styles: without a
 * secret word in every answer, which a page that is kept for when there is no network could not have.
 */
export function AdoptedStyles({ children }: { readonly children: ReactNode }) {
  const cache = useEmotionCache()
  if (cache?.sheet.container === document.head) {
    cache.sheet.container = createSheetHolder()
    cache.sheet.isSpeedy = true
    rememberRules(cache)
  }
  return children
}

/** Styles whose rules are known are put into the sheet as they are; others are worked out, and known from then on. */
function rememberRules(cache: EmotionCache): void {
  const { insert } = cache
  cache.insert = (selector, styles, sheet, kept) => {
    const { rules } = styleMemory()
    const { name } = styles
    const known = rules[name]
    if (known) {
      for (const rule of known) sheet.insert(rule)
      if (kept) cache.inserted[name] = true
      return
    }
    const found: string[] = []
    const put = sheet.insert
    sheet.insert = rule => {
      found.push(rule)
      put.call(sheet, rule)
    }
    insert(selector, styles, sheet, kept)
    sheet.insert = put
    rules[name] = found
    styleLearnt()
  }
}

/** Takes Emotion's style elements outside the page: each has a sheet that the page adopts, in the order of the elements. */
function createSheetHolder(): HTMLElement {
  const holder = document.createElement('p')
  const put = holder.insertBefore
  const take = holder.removeChild
  const adopted = <T extends Node>(tag: T): T => {
    document.adoptedStyleSheets = [...holder.querySelectorAll('style')].flatMap(({ sheet }) => sheet ?? [])
    return tag
  }
  holder.insertBefore = (tag, before) => {
    Object.defineProperty(tag, 'sheet', { value: new CSSStyleSheet() })
    return adopted(put.call(holder, tag, before) && tag)
  }
  holder.removeChild = tag => adopted(take.call(holder, tag) && tag)
  return holder
}
