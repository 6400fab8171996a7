/** Parts that the runtime needs a register for; a definition says which register plays one: `"role": "users"`. */
export type RegisterRole =
  | 'users'
  | 'memberships'
  | 'staffRoles'
  | 'store'
  | 'history'
  | 'views'
  | 'failures'
  | 'notifications'
  | 'quotas'
  | 'security'
  | 'apiKeys'
  | 'automations'
  | 'automationRuns'
  | 'webhooks'
  | 'fieldSettings'

/** The acts that may ask people to prove anew who they are: a save, a removal, a list as a file. */
export type ProvedAct = 'save' | 'remove' | 'export'
