import { docsSchema } from '@astrojs/starlight/schema'
import { defineCollection } from 'astro:content'
import { repositoryDocs } from './repository-docs'

export const collections = { docs: defineCollection({ loader: repositoryDocs(), schema: docsSchema() }) }
