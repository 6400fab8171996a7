import type { CodeCheck } from '../codeCheck.ts'
import { type CodeFile, isTestFile } from '../codeFile.ts'

/**
 * The rooms of each side from the ground up: a room imports only those before it. A path ending in `.ts` is a file of the side's
 * own folder; those that are not listed are at the top and import what they need.
 */
export const roomOrder: Readonly<Record<'server' | 'browser', readonly string[]>> = {
  server: [
    'error.ts',
    'databaseAway.ts',
    'effectPhases.ts',
    'domainEvent.ts',
    'port.ts',
    'roleTable.ts',
    'settings.ts',
    'threads',
    'worker.ts',
    'tracing',
    'storage',
    'database',
    'access',
    'service.ts',
    'security',
    'queue',
    'tables',
    'quotas',
    'query',
    'files',
    'write',
    'reactions',
    'http',
    'operations',
    'features/mail',
    'features/events',
    'integrations',
    'features/export',
    'process',
    'features/restart',
    'features/search',
    'features/hub',
    'features/explain',
    'features/import',
    'features/history',
    'features/roleWords',
    'features/undo',
    'features/notices',
    'features/ways',
    'features/discuss',
    'features/automations',
    'features/privacy',
    'features/invitations',
    'features/emailProof',
    'features/openapi',
    'features/cleanup',
    'report',
    'documents',
    'session',
    'visitors',
    'backup',
    'archive',
    'rotation',
    'metrics',
    'jobs',
    'domain.ts',
    'plugin.ts',
    'openPlugins.ts',
    'runtimeOperations.ts',
    'compose.ts',
    'appContext.ts',
    'registerRoutes.ts',
    'app.ts',
    'start',
  ],
  browser: [
    'data',
    'ui',
    'offline',
    'router',
    'grid',
    'actions',
    'report',
    'form',
    'list',
    'import',
    'shell',
    'screens',
    'app',
    'plugin.ts',
    'main.tsx',
  ],
}

/** No room leads back to itself, and none imports one above it. */
export const roomArrows: CodeCheck = {
  name: 'imports against the order of rooms',
  bar: 0,
  find: files => files.filter(({ path }) => !isTestFile(path)).flatMap(file => wrongRooms(file)),
}

/** The room of a path: a folder of the side, for `features` one deeper, or a file of the side's own folder. */
export function roomOf(path: string): { side: 'server' | 'browser'; room: string } | undefined {
  const found = /^src\/(server|browser)\/(features\/[^/]+|[^/]+)/.exec(path)
  return found ? { side: found[1] === 'server' ? 'server' : 'browser', room: found[2] ?? '' } : undefined
}

function wrongRooms({ path, imports }: CodeFile): string[] {
  const own = roomOf(path)
  if (!own || roomOrder[own.side].length === 0) return []
  const order = roomOrder[own.side]
  const place = (room: string): number => (order.includes(room) ? order.indexOf(room) : order.length)
  if (place(own.room) === order.length && !own.room.endsWith('.ts') && !own.room.endsWith('.tsx'))
    return [`${path}: the room ${own.room} has no place in the order`]
  return imports.flatMap(({ target, relative }) => {
    const other = relative ? roomOf(target) : undefined
    if (!other || other.side !== own.side || other.room === own.room) return []
    return place(other.room) > place(own.room) ? [`${path}: ${own.room} stands below ${other.room} (${target})`] : []
  })
}
