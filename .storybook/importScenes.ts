import { type Role, roles } from './scenes.ts'

/** A generated story of an import: its page in a state, and its viewer. */
export interface ImportScene {
  readonly exportName: string
  readonly title: string
  readonly state: 'begin' | 'preview' | 'wrong' | 'stopped' | 'finished'
  readonly role: Role
}

const states = [
  { state: 'begin', title: 'Escolher arquivo' },
  { state: 'preview', title: 'Conferir' },
  { state: 'wrong', title: 'Conferir: linhas com erro' },
  { state: 'stopped', title: 'Parada numa linha' },
  { state: 'finished', title: 'Concluída' },
] as const

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Every scene of an import; the last one is what somebody without the permission meets. */
export const importScenes: readonly ImportScene[] = [
  ...states.flatMap(({ state, title }) =>
    roles
      .filter(({ role }) => role !== 'employee')
      .map(({ role, title: who }) => ({
        exportName: `${capital(state)}${capital(role)}`,
        title: `${title} · ${who}`,
        state,
        role,
      })),
  ),
  { exportName: 'Forbidden', title: 'Sem permissão · Funcionário', state: 'begin', role: 'employee' },
]
