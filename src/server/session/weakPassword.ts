import { dictionary } from '@zxcvbn-ts/language-common'
import type { Problem } from '../../model/problem.ts'

/** How many of the passwords that people use most are refused. */
const MOST_USED = 1_000

/** Passwords that the list, which is the world's, has too far down: used here as much as 123456. */
const brazilian = [
  ...[
    'senha',
    'senha123',
    'abcdef',
    'senha1234',
    'minhasenha',
    'mudar123',
    '123mudar',
    'trocar123',
    'teste123',
    'admin123',
    'brasil',
    'brasil123',
    'gabriel',
  ],
  ...[
    'flamengo',
    'corinthians',
    'palmeiras',
    'saopaulo',
    'santos',
    'vasco123',
    'gremio',
    'internacional',
    'cruzeiro',
    'botafogo',
    'fluminense',
  ],
  ...[
    'jesus123',
    'deusefiel',
    'deuseamor',
    'jesuscristo',
    'familia',
    'felicidade',
    'vitoria',
    'restaurante',
    'pizzaria',
    'padaria',
    'lanchonete',
  ],
]

let made: ReadonlySet<string> | undefined

/** The passwords that are guessed first, of those long enough to be accepted otherwise. Made when it is first needed. */
const mostUsed = (): ReadonlySet<string> => {
  made ??= new Set([...dictionary['passwords-common'].filter(word => word.length >= 6).slice(0, MOST_USED), ...brazilian])
  return made
}

/** Signs that stand for a letter in passwords: p@ssw0rd. */
const lookalikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}

const spelledOut = (text: string): string => text.replace(/[@431!0$5]/g, sign => lookalikes[sign] ?? sign)

/** Forms of a password that are guessed with it: spelled out, and without a year or a few figures and signs behind the word. */
const guessedWith = (password: string): string[] => {
  const word = password.toLowerCase()
  const bare = word.replace(/[^\p{L}]{0,6}$/u, '')
  return [word, spelledOut(word), bare, spelledOut(bare)]
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** Letters from which a word of somebody's name is told from any other. */
const SHORTEST_WORD = 4

/** A text about a person as it would be typed: whole, and each longer word of it. */
const wordsOf = (text: string): string[] => [
  plain(text),
  plain(text.split('@')[0] ?? ''),
  ...text
    .split(/[^\p{L}\p{N}]+/u)
    .map(plain)
    .filter(word => word.length >= SHORTEST_WORD),
]

/**
 * Why a password is guessed at once, whatever its length: it is one sign again and again, one of the most used, be it with a year behind
 * it or signs for letters, or what others know of the person
 * (`about`: name, address, names of stores), be it with figures around it.
 */
export function weakPasswordProblem(password: string, path: string, about: readonly string[] = []): Problem | undefined {
  if (new Set(password.trim() === '' ? '' : password).size <= 1) return { path, code: 'password.repeated' }
  if (guessedWith(password).some(word => mostUsed().has(word))) return { path, code: 'password.most-used' }
  const typed = plain(password)
  const bare = typed.replace(/^\d+|\d+$/g, '')
  const known = new Set(about.flatMap(wordsOf).filter(word => word !== ''))
  return known.has(typed) || (bare !== '' && known.has(bare)) ? { path, code: 'password.personal' } : undefined
}
