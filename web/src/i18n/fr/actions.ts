import type { actions as english } from '../en/actions.ts';

export const actions: Readonly<Record<keyof typeof english, string>> = {
  'actions.bar': 'Actions',
  'actions.selected': '{count, plural, one {# sélectionné} other {# sélectionnés}}',
  'actions.ofFolder': 'Autres actions pour ce dossier',
  'actions.running': 'Opérations en cours',
  'actions.stop': 'Arrêter',
  'actions.undone': 'Action annulée',
  'actions.locked': 'Verrouillé par {user}',
  'actions.trashed': 'Dans la corbeille',
  'actions.retained': 'À conserver : rétention ou gel juridique',
  'actions.someRefused': 'Vous n’avez pas la permission pour tous ces documents',
  'actions.renamed':
    '{count, plural, one {Ce nom était pris : le nouveau nom est {name}} other {# noms étaient pris : ces documents en ont d’autres}}',
  'actions.partly.title': 'Tout n’a pas été fait',
  'actions.partly.done':
    '{count, plural, =0 {Rien n’a été fait.} one {Un document est traité.} other {# documents sont traités.}}',
  'actions.partly.refused':
    '{count, plural, one {Un document a été refusé} other {# documents ont été refusés}}',
  'actions.partly.left':
    '{count, plural, one {Un document n’a pas été essayé} other {# documents n’ont pas été essayés}}',
  'actions.titleLabel': 'Titre',
  'actions.titleNeeded': 'Saisissez un titre.',
  'actions.typeLabel': 'Type',
  'actions.open': 'Ouvrir',
  'actions.openInTab': 'Ouvrir dans un nouvel onglet',
  'actions.preview': 'Aperçu',
  'actions.rename': 'Renommer',
  'actions.rename.title': 'Renommer',
  'actions.rename.label': 'Nouveau nom de {title}',
  'actions.rename.done': '« {before} » renommé en « {title} »',
  'actions.rename.conflict':
    'Une autre personne l’a renommé en « {title} » entre-temps. Renommez encore pour remplacer ce titre.',
  'actions.create': 'Nouveau',
  'actions.create.title': 'Nouveau document dans « {folder} »',
  'actions.create.submit': 'Créer',
  'actions.create.done': '« {title} » a été créé',
  'actions.type.audio': 'Son',
  'actions.type.collection': 'Collection',
  'actions.type.domain': 'Domaine',
  'actions.type.file': 'Fichier',
  'actions.type.folder': 'Dossier',
  'actions.type.note': 'Note',
  'actions.type.orderedFolder': 'Dossier ordonné',
  'actions.type.picture': 'Image',
  'actions.type.pictureBook': 'Album d’images',
  'actions.type.section': 'Section',
  'actions.type.video': 'Vidéo',
  'actions.type.workspace': 'Espace de travail',
  'actions.move': 'Déplacer vers…',
  'actions.move.title': '{count, plural, one {Déplacer « {title} »} other {Déplacer # documents}}',
  'actions.move.submit': 'Déplacer ici',
  'actions.move.running':
    '{count, plural, one {Déplacement d’un document} other {Déplacement de # documents}}',
  'actions.move.done':
    '{count, plural, one {« {title} » déplacé vers « {target} »} other {# documents déplacés vers « {target} »}}',
  'actions.copyTo': 'Copier vers…',
  'actions.copy.title': '{count, plural, one {Copier « {title} »} other {Copier # documents}}',
  'actions.copy.submit': 'Copier ici',
  'actions.copy.running': '{count, plural, one {Copie d’un document} other {Copie de # documents}}',
  'actions.copy.done':
    '{count, plural, one {« {title} » copié vers « {target} »} other {# documents copiés vers « {target} »}}',
  'actions.duplicate': 'Dupliquer',
  'actions.findFolder': 'Chercher un dossier par son titre',
  'actions.folders': 'Dossiers',
  'actions.noFolders': 'Aucun dossier de ce nom',
  'actions.chooseTarget': 'Choisissez un dossier.',
  'actions.target': 'Vers {path}',
  'actions.cut': 'Couper',
  'actions.cut.done':
    '{count, plural, one {« {title} » sera déplacé là où vous le collerez} other {# documents seront déplacés là où vous les collerez}}',
  'actions.copyHere': 'Copier',
  'actions.copyHere.done':
    '{count, plural, one {« {title} » peut être collé} other {# documents peuvent être collés}}',
  'actions.paste': 'Coller',
  'actions.paste.here': 'Déjà dans ce dossier',
  'actions.download': 'Télécharger',
  'actions.download.running': 'Préparation de {name}',
  'actions.download.measuring': 'Décompte des fichiers',
  'actions.download.size': '{count, plural, one {# fichier} other {# fichiers}}, {size}',
  'actions.download.archive':
    'Préparation de {name} : {count, plural, one {# fichier} other {# fichiers}}, {size}',
  'actions.download.tooLarge':
    'Une archive contient au plus {countMax} fichiers et {sizeMax}. Téléchargez les dossiers qu’elle contient un par un.',
  'actions.download.none': 'Il n’y a aucun fichier à télécharger',
  'actions.downloadPdf': 'Télécharger en PDF',
  'actions.archive': 'Documents',
  'actions.copyLink': 'Copier le lien',
  'actions.copyLink.done': '{count, plural, one {Lien copié} other {# liens copiés}}',
  'actions.copyPath': 'Copier le chemin',
  'actions.copyCall': 'Copier l’appel d’API (curl)',
  'actions.copied': 'Copié',
  'actions.print': 'Imprimer',
  'actions.copyId': 'Copier l’identifiant',
  'actions.copyId.done': '{count, plural, one {Identifiant copié} other {# identifiants copiés}}',
  'actions.trash': 'Mettre à la corbeille',
  'actions.trash.running':
    '{count, plural, one {Mise à la corbeille d’un document} other {Mise à la corbeille de # documents}}',
  'actions.trash.done':
    '{count, plural, one {« {title} » est dans la corbeille} other {# documents sont dans la corbeille}}',
  'actions.restore': 'Restaurer',
  'actions.restore.running':
    '{count, plural, one {Restauration d’un document} other {Restauration de # documents}}',
  'actions.restore.done':
    '{count, plural, one {« {title} » est de retour dans son dossier} other {# documents sont de retour dans leurs dossiers}}',
  'actions.restore.title': 'Restaurer {count, plural, one {un document} other {# documents}} ?',
  'actions.restore.effect':
    'Ils retournent dans leurs dossiers d’origine. Cela ne peut pas être annulé en une fois.',
  'actions.delete': 'Supprimer définitivement',
  'actions.delete.title':
    '{count, plural, one {Supprimer définitivement « {title} » ?} other {Supprimer définitivement # documents ?}}',
  'actions.delete.effect':
    '{count, plural, one {Le document et ses versions seront supprimés. C’est irréversible.} other {Ces # documents et leurs versions seront supprimés. C’est irréversible.}}',
  'actions.delete.folders': 'Le contenu des dossiers est supprimé avec eux.',
  'actions.delete.running':
    '{count, plural, one {Suppression d’un document} other {Suppression de # documents}}',
  'actions.delete.done':
    '{count, plural, one {« {title} » a été supprimé} other {# documents ont été supprimés}}',
  'actions.addTag': 'Ajouter des étiquettes…',
  'actions.addTag.title':
    '{count, plural, one {Ajouter des étiquettes à « {title} »} other {Ajouter des étiquettes à # documents}}',
  'actions.addTag.label': 'Étiquettes, séparées par des virgules',
  'actions.addTag.needed': 'Saisissez une étiquette.',
  'actions.addTag.submit': 'Ajouter',
  'actions.addTag.running':
    '{count, plural, one {Ajout d’étiquettes à un document} other {Ajout d’étiquettes à # documents}}',
  'actions.addTag.done':
    '{count, plural, one {« {title} » a les étiquettes} other {# documents ont les étiquettes}}',
  'actions.exportCsv': 'Exporter en CSV',
  'actions.exportCsv.running':
    '{count, plural, one {Export d’un document} other {Export de # documents}}',
  'actions.whole.relocate':
    'Le serveur le fait en arrière-plan. On peut l’arrêter, mais pas l’annuler en une fois.',
  'actions.whole.moreRefused': '{count, plural, one {et un autre} other {et # autres}}',
  'actions.showTrash': 'Corbeille de ce dossier',
  'actions.trashPlace': 'Corbeille',
  'actions.trash.below': 'Provenant du dossier',
  'actions.trash.everywhere': 'Afficher toute la corbeille',
  'actions.trash.search': 'Chercher par titre dans la corbeille',
  'actions.trash.empty': 'La corbeille est vide',
  'actions.trash.emptyHelp': 'Ce que vous supprimez reste ici jusqu’à sa suppression définitive.',
  'actions.trash.noMatch': 'Rien dans la corbeille n’a ce titre',
  'actions.trash.hint':
    'Sélectionnez des documents pour les restaurer ou les supprimer définitivement.',
  'actions.trash.selectWhole':
    '{count, plural, one {Sélectionner le document de la corbeille} other {Sélectionner les # de la corbeille}}',
  'actions.trash.from': 'Était dans',
  'actions.trash.when': 'Dans la corbeille depuis',
  'actions.trash.emptyIt': 'Vider la corbeille',
  'actions.trash.deleteFound': 'Supprimer tous les résultats',
  'actions.trash.nothingToDelete': 'Il n’y a rien que vous puissiez supprimer',
  'actions.selectAll': 'Tout sélectionner sur cette page',
  'actions.select': 'Sélectionner {title}',
  'actions.pages': 'Pages',
  'actions.page': 'Page {page}',
  'actions.previousPage': 'Page précédente',
  'actions.nextPage': 'Page suivante',
  'actions.palette': 'Chercher une commande, un document ou un lieu',
  'actions.palette.none': 'Rien ne porte ce nom',
  'actions.palette.places': 'Lieux et aide',
  'actions.shortcuts': 'Raccourcis clavier',
  'actions.singleKeys': 'Les raccourcis d’un seul caractère sont actifs',
};
