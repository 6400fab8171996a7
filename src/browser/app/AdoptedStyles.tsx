import { __unsafe_useEmotionCache as useEmotionCache } from '@emotion/react'
import type { ReactNode } from 'react'

/**
 * Lets the page adopt what Emotion would write into style elements, so that its security policy can forbid inline styles: without a
 * secret word in every answer, which a page that is kept for when there is no network could not have.
 */
export function AdoptedStyles({ children }: { readonly children: ReactNode }) {
  const sheet = useEmotionCache()?.sheet
  if (sheet?.container === document.head) {
    sheet.container = createSheetHolder()
    sheet.isSpeedy = true
  }
  return children
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
