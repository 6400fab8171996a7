import { onSessionEnd } from '../../data/backgroundJobs.ts'
import type { ImportJob } from './importJob.ts'

/*
 * Imports of this tab, one a person, store and definition. They belong to no page: one that is left goes on, and who comes back
 * finds it as it is.
 */
const works = new Map<string, ImportJob>()

/** The import of that key; a new one when there is none. */
export function importJobOf(key: string, make: () => ImportJob): ImportJob {
  let work = works.get(key)
  if (!work) {
    work = make()
    works.set(key, work)
  }
  return work
}

/**
 * The page of an import stands: its work is the one of that key until the page is left, also where React tries the page out first
 * and takes it away and puts it up again.
 */
export function holdImportJob(key: string, work: ImportJob): void {
  works.set(key, work)
}

/** The page of an import is left: one that neither runs nor holds anything is forgotten. */
export function releaseImportJob(key: string, work: ImportJob): void {
  if (works.get(key) === work && work.idle) works.delete(key)
}

onSessionEnd(() => {
  for (const work of works.values()) work.close()
  works.clear()
})

addEventListener('beforeunload', event => {
  if ([...works.values()].some(work => work.busy)) event.preventDefault()
})
