import { readRemembered } from '../../query/remembered/rememberedReads.ts'
import type { Service } from '../../service.ts'
import { installationsOf } from '../installation.ts'
import type { AdmissionContext } from './notificationReceiver.ts'

/** Returns the services for admitting. A partner that notifies much is known for a moment: its installation is read again once it changed. */
export const admissionContext = ({ model, dataDir, database, publish }: Service): AdmissionContext => ({
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
