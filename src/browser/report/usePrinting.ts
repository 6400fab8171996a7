import { useLayoutEffect } from 'react'
import { useTheme } from '../frame/theme.ts'
import { useMedia } from '../frame/useMedia.ts'

/** Whether the page is on its way to paper: then everything is drawn in the light theme, whole and at the sheet's width. */
export function usePrinting(): boolean {
  const printing = useMedia('print')
  const theme = useTheme()
  useLayoutEffect(() => {
    if (!printing || theme !== 'dark') return
    document.documentElement.classList.remove('dark')
    return () => document.documentElement.classList.add('dark')
  }, [printing, theme])
  return printing
}
