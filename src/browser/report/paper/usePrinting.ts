import { useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTheme } from '../../ui/theme.ts'

const paper = matchMedia('print')

/**
 * Tells whether the page is on its way to paper: then everything is drawn in the light theme, whole and at the sheet's width. It is drawn
 * before the browser goes on, which measures and prints at once.
 */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(() => paper.matches)
  const theme = useTheme()
  useEffect(() => {
    const put = (now: boolean) => flushSync(() => setPrinting(now))
    const begin = () => put(true)
    const end = () => put(paper.matches)
    const change = () => put(paper.matches)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    paper.addEventListener('change', change)
    // It may have begun between the first drawing and this listening.
    setPrinting(paper.matches)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
      paper.removeEventListener('change', change)
    }
  }, [])
  useLayoutEffect(() => {
    if (!printing || theme !== 'dark') return
    document.documentElement.classList.remove('dark')
    return () => document.documentElement.classList.add('dark')
  }, [printing, theme])
  return printing
}
