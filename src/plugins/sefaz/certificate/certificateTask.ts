import { threadTask } from '../../../server/plugin.ts'
import type { openCertificate } from './certificateWork.ts'

/** Opens certificates where nobody waits for it, in a thread that ends with the key that it has seen. */
export const certificateTask = threadTask<typeof openCertificate>({
  module: new URL('./certificateWork.ts', import.meta.url),
  name: 'openCertificate',
  secret: true,
})
