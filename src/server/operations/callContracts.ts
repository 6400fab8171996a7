import { membersOf } from '../../base/record.ts'
import type { CallContract } from '../../model/source/callContract.ts'
import type { JsonSchema, Operation } from './operation.ts'

type Declared = Pick<Operation, 'method' | 'path' | 'input' | 'output'> & { readonly gate?: string }

/** Calls of the session that definitions make; they are no operations. */
const ofSession: readonly CallContract[] = [
  { method: 'POST', path: 'users/login', takes: ['email', 'password'], needs: ['email', 'password'] },
  { method: 'POST', path: 'users/logout', gate: 'logged' },
  { method: 'POST', path: 'users/change-password', gate: 'logged', needs: ['oldPassword', 'newPassword'] },
  { method: 'POST', path: 'users/sendResetPasswordEmail', needs: ['email'] },
  { method: 'POST', path: 'ConfirmationTokens/confirmacao', needs: ['token', 'password'] },
  { method: 'GET', path: 'users/segundo-fator', gate: 'logged' },
]

/** The answer to what operations and the session ask of who calls them, for the checker of definitions. */
export const callContracts = (operations: readonly Declared[]): CallContract[] => [
  ...ofSession,
  ...operations.map(({ method, path, gate, input, output }) => ({
    method,
    path,
    ...(gate === undefined ? {} : { gate }),
    ...membersTaken(input),
    ...membersGiven(output),
  })),
]

/** Members of an input; of one that takes any nothing is said. The store is added by whoever calls. */
function membersTaken({ properties, required, additionalProperties, patternProperties }: JsonSchema): Partial<CallContract> {
  const needs = Array.isArray(required) ? required.map(String).filter(name => name !== 'lojaId') : []
  if (properties === undefined || patternProperties !== undefined) return { needs }
  if (additionalProperties !== undefined && additionalProperties !== false) return { needs }
  return { needs, takes: [...new Set(['lojaId', ...Object.keys(membersOf(properties))])] }
}

/** Members of a reply; of one that may hold any nothing is said. */
function membersGiven(output: JsonSchema | undefined): Partial<CallContract> {
  const { properties, patternProperties, additionalProperties } = output ?? {}
  const isOpen = patternProperties !== undefined || (additionalProperties !== undefined && additionalProperties !== false)
  return properties === undefined || isOpen ? {} : { gives: Object.keys(membersOf(properties)) }
}
