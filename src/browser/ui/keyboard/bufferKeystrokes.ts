/** The keys typed for a box that was not there yet. */
export interface BufferedKeystrokes {
  readonly text: string
  readonly enter: boolean
}

/** Milliseconds after which a box that does not come is given up, and keys are free again. */
const most = 3_000

/**
 * Takes every key from now on, for a box that was asked for by a key and is still on its way: what is typed behind that key
 * belongs to it, and to nothing that has the focus meanwhile. Ends when its text is asked for; Esc gives the box up, and so does time.
 */
export function bufferKeystrokes(given: () => void): () => BufferedKeystrokes {
  let text = ''
  let enter = false
  const end = (): BufferedKeystrokes => {
    clearTimeout(late)
    removeEventListener('keydown', take, { capture: true })
    return { text, enter }
  }
  const giveUp = (): void => {
    end()
    given()
  }
  const take = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event
    event.preventDefault()
    event.stopImmediatePropagation()
    if (key === 'Escape') giveUp()
    else if (enter || ctrlKey || metaKey || altKey) return
    else if (key === 'Enter') enter = true
    else if (key === 'Backspace') text = text.slice(0, -1)
    else if ([...key].length === 1) text += key
  }
  const late = setTimeout(giveUp, most)
  addEventListener('keydown', take, { capture: true })
  return end
}
