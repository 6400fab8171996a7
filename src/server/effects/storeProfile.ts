import { randomUUID } from 'node:crypto'
import type { Effect } from './effect.ts'

const SCRIPTS = ['appScriptHead', 'appScriptBody']

/** A store gets its UUID when it is created; scripts for its page are kept without HTML comments. */
export const storeProfile: Effect = {
  async before({ before, body }) {
    for (const name of SCRIPTS) {
      const script = body[name]
      if (typeof script === 'string') body[name] = withoutComments(script)
    }
    return before?.uuid ? undefined : { uuid: randomUUID() }
  },
}

/** Again until nothing changes: taking one comment out may close another. */
function withoutComments(script: string): string {
  const shorter = script.replace(/<!--[\s\S]*?(-->|$)/g, '')
  return shorter === script ? script : withoutComments(shorter)
}
