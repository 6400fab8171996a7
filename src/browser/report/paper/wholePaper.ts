import { useCallback, useEffect, useState } from 'react'

const WANTED = 'retaguarda-print'

/** Prints the page, once what it shows a part of is there. */
export function printWhole(): void {
  if (dispatchEvent(new Event(WANTED, { cancelable: true }))) window.print()
}

/**
 * Tells how often all rows were asked for, as for paper, by the button or the keys that print; 0 again once the paper is done. Whoever uses it prints when they
 * are there.
 */
export function useWholePaper(): { readonly wanted: number; end(): void } {
  const [wanted, setWanted] = useState(0)
  const end = useCallback(() => setWanted(0), [])
  useEffect(() => {
    const begin = (event: Event) => {
      event.preventDefault()
      setWanted(times => times + 1)
    }
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'p') begin(event)
    }
    addEventListener(WANTED, begin)
    addEventListener('keydown', press)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener(WANTED, begin)
      removeEventListener('keydown', press)
      removeEventListener('afterprint', end)
    }
  }, [end])
  return { wanted, end }
}
