import type { SerializedStyles } from '@emotion/react'
import { isRecord } from '../../base/record.ts'

/** Remembers computed styles: text by its inputs. No word of a page's content. */
export interface StyleMemory {
  /** Finished styles, by their recipe and by what was asked of it. */
  readonly written: Record<string, Record<string, SerializedStyles>>
  /** Rules of the sheet, by the name of the styles that they say. */
  readonly rules: Record<string, string[]>
  /** Whether a component's property is one of style. */
  readonly properties: Record<string, boolean>
  /** Styles of the whole page. */
  page?: { readonly layers: string; readonly styles: SerializedStyles }
}

let memory: StyleMemory = { written: {}, rules: {}, properties: {} }
let learnt: () => void = () => undefined

/** The styles known. */
export const styleMemory = (): StyleMemory => memory

/** Tells that something was added. */
export const styleLearnt = (): void => learnt()

/** Longer is not kept: a page that was used all day would fill the room of what people type. */
const most = 500_000

/**
 * Goes on with the styles that pages of the same build kept before: a reload then works none of them out anew. `put` is called
 * with what is known by then, when `later` does it after something was learnt.
 */
export function keepStyles(
  build: string,
  kept: string | undefined,
  put: (text: string) => void,
  later: (work: () => void) => unknown,
): void {
  const found = read(kept)
  if (found?.build === build && isMemory(found.styles)) memory = found.styles
  let waiting = false
  learnt = () => {
    if (waiting) return
    waiting = true
    later(() => {
      waiting = false
      const text = JSON.stringify({ build, styles: memory })
      if (text.length < most) put(text)
    })
  }
}

function read(kept: string | undefined): Record<string, unknown> | undefined {
  try {
    const found: unknown = JSON.parse(kept ?? '')
    return isRecord(found) ? found : undefined
  } catch {
    return undefined
  }
}

const isMemory = (found: unknown): found is StyleMemory =>
  isRecord(found) && isRecord(found.written) && isRecord(found.rules) && isRecord(found.properties)
