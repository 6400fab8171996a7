import type { Service } from '../../access/caller.ts'
import { readRemembered } from '../../database/rememberedReads.ts'
import { installationsOf } from '../installation.ts'
import type { AdmissionGround } from './notificationReceiver.ts'

/** Returns the services for admitting. A partner that notifies much is known for a moment: its installation is read again once it changed. */
export const admissionGround = ({ model, dataDir, database, publish }: Service): AdmissionGround => ({
  model: model(),
  dataDir,
  database,
  installed(register, lojaId, fields) {
    const question = { lojaId, registers: [register], key: ['installed', register, ...fields].join(' ') }
    return readRemembered(database, question, () => {
      const installations = installationsOf(register, { model: model(), dataDir, publish })
      return database.read({ stores: [lojaId] }, q => installations.readFields(q, lojaId, fields))
    })
  },
})
