import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'

/** The unprivileged user that PostgreSQL runs as; empty when we are not root ourselves. */
export interface PostgresUser {
  readonly uid?: number
  readonly gid?: number
}

/**
 * PostgreSQL refuses to run as root, so root hands it to another user: the one who owns the data already, else the
 * system's `postgres`, which is made when it is missing; `nobody` where no user can be made.
 */
export const postgresUserFor = (folder: string): PostgresUser => {
  if (process.platform === 'win32' || userInfo().uid !== 0) return {}
  const present = statSync(folder, { throwIfNoEntry: false })
  if (present && present.uid !== 0) return { uid: present.uid, gid: present.gid }
  return idsOf('postgres') ?? makeUser('postgres') ?? idsOf('nobody') ?? { uid: 65534, gid: 65534 }
}

const idsOf = (name: string): PostgresUser | undefined => {
  try {
    const id = (flag: string): number =>
      Number.parseInt(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }), 10)
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

const makeUser = (name: string): PostgresUser | undefined => {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name], {
      stdio: 'pipe',
    })
    return idsOf(name)
  } catch {
    return undefined
  }
}
