import type { PreferenceRoom } from '../../ui/preferenceRoom.ts'
import {
  applyRemoteLayout,
  loadColumnLayout,
  markLayoutSynced,
  onLocalLayout,
  parseColumnLayout,
  unsyncedLayoutNames,
} from './columnLayout.ts'

/** Before a list's name in what the server keeps for a person. */
const prefix = 'grid.'

/** The columns of lists as a person left them. */
export const columnLayoutPreferences: PreferenceRoom = {
  unsynced: userId =>
    unsyncedLayoutNames(`${userId}.`).map(own => ({
      name: `${prefix}${own.slice(`${userId}.`.length)}`,
      value: loadColumnLayout(own),
    })),
  markSynced: (userId, { name, value }) => markLayoutSynced(`${userId}.${name.slice(prefix.length)}`, parseColumnLayout(value)),
  apply: (userId, { name, value }) => {
    if (name.startsWith(prefix)) applyRemoteLayout(`${userId}.${name.slice(prefix.length)}`, parseColumnLayout(value))
  },
  onChosen: onLocalLayout,
}
