import type { ModelReply } from '../../src/api/session.ts'
import { memoizeByKey } from '../../src/base/memoizeByKey.ts'
import { deepFreeze } from '../../src/base/objects/freeze.ts'
import { modelForRights, rightsFor } from '../../src/model/access/gate.ts'
import type { Expression, Model } from '../../src/model/model.ts'
import type { Role } from '../scenes.ts'
import { permissionOfRole } from './rolePermission.ts'

/** To whom a story shows what. */
export interface StoryViewer {
  readonly role: Role
  /** Of the page that is shown. */
  readonly gate?: Expression | undefined
  /** The register that is only looked at: the scene takes its other acts away. */
  readonly shown?: string | undefined
}

/** The definitions as the viewer of a story gets them: the server's own cut, the same for all stories of a role. */
export function roleDefinitions(model: Model, { role, gate, shown }: StoryViewer): ModelReply {
  const reply = cutFor(model, role, gate)
  return shown === undefined ? reply : asShown(reply, shown)
}

const cuts = new WeakMap<Model, Map<string, ModelReply>>()

/** Made and read once for all stories of a role: they are long, and each story's page would cost twice as much. */
function cutFor(model: Model, role: Role, gate: Expression | undefined): ModelReply {
  const permission = permissionOfRole(model, role, gate)
  return memoizeByKey(
    memoizeByKey(cuts, model, () => new Map<string, ModelReply>()),
    JSON.stringify(permission),
    () => {
      const rights = rightsFor(model, permission)
      const reply: ModelReply = { model: modelForRights(model, rights), rights, hash: model.hash }
      // As it is sent: members that are not set are not there. Stories share it, and none may change it.
      return deepFreeze(JSON.parse(JSON.stringify(reply)) as ModelReply)
    },
  )
}

/** The document view is what somebody meets who may see but not change. */
function asShown(reply: ModelReply, name: string): ModelReply {
  const register = reply.model.registers[name]
  if (!register) return reply
  const { see } = register.access
  const looked = { ...register, access: see === undefined ? {} : { see } }
  return { ...reply, model: { ...reply.model, registers: { ...reply.model.registers, [name]: looked } } }
}
