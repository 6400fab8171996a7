import { useSyncExternalStore } from 'react'
import { createListeners } from '../../base/objects/listeners.ts'
import { readStorage, writeStorage } from '../data/storage.ts'

export type Theme = 'light' | 'dark'

const key = 'tema'
const system = matchMedia('(prefers-color-scheme: dark)')
const { subscribe, tell } = createListeners()

const systemTheme = (): Theme => (system.matches ? 'dark' : 'light')

function read(): Theme {
  const kept = readStorage(key)
  return kept === 'dark' || kept === 'light' ? kept : systemTheme()
}

/** Puts the theme on the page; public/theme.js did the same before the first paint. */
function apply(): void {
  document.documentElement.classList.toggle('dark', read() === 'dark')
  document.documentElement.style.background = ''
  tell()
}

system.addEventListener('change', apply)

/** Chooses a theme. Choosing what the system has follows the system from then on. */
export function chooseTheme(theme: Theme): void {
  writeStorage(key, theme === systemTheme() ? undefined : theme)
  apply()
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, read, () => 'light')
