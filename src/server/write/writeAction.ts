import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ActivityKind } from '../../api/activity.ts'
import { ApiError } from '../error.ts'

/** An act of one person, in one request or in several: its history lines carry its id, and it is undone as one. */
export interface WriteAction {
  readonly id: string
  /** Absent: what the first line of its history says. */
  readonly kind?: ActivityKind
  /** The register that it is about, where others are written on the way; absent: that of the first line. */
  readonly register?: string
  /** The action that this one takes back. */
  readonly undoes?: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isActionId = (text: unknown): text is string => typeof text === 'string' && uuid.test(text)

/** The action that a writing request belongs to: the one that its header X-Action names, else a new one. The reply names it. */
export function actionOfRequest(request: FastifyRequest, reply: FastifyReply): WriteAction {
  const named = request.headers['x-action']
  if (named !== undefined && !isActionId(named)) throw new ApiError(400, 'action-invalid')
  const id = named?.toLowerCase() ?? randomUUID()
  reply.header('x-action', id)
  return { id }
}
