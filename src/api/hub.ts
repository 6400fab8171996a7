import type { StateTone } from '../model/screen.ts'

/** How what a screen sets up stands. */
export interface CardState {
  readonly title: string
  readonly tone: StateTone
  readonly since: string | null
}

/** Reply of GET telas/:tela/estados: by the names of screens. */
export type HubReply = Readonly<Record<string, CardState>>
