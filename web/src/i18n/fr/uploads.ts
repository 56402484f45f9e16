import type { uploads as english } from '../en/uploads.ts';

export const uploads: Readonly<Record<keyof typeof english, string>> = {
  'uploads.title': 'Envois',
  'uploads.files': 'Envoyer des fichiers',
  'uploads.folder': 'Envoyer un dossier',
  'uploads.mayNotAdd': 'Vous ne pouvez pas ajouter de documents à ce dossier.',
  'uploads.filesNotTaken':
    '{count, plural, one {Le fichier n’a pas été ajouté} other {# fichiers n’ont pas été ajoutés}} : « {title} » ne peut pas contenir de fichiers.',
  'uploads.nothingTaken':
    'Rien n’a été ajouté : « {title} » ne peut contenir ni fichiers ni dossiers.',
  'uploads.useWorkspace':
    'Ouvrez ou créez un espace de travail et ajoutez-y les fichiers. Vous pouvez aussi ajouter un dossier entier : il devient un espace de travail.',
  'uploads.useFolder': 'Ouvrez ou créez un dossier et ajoutez-y les fichiers.',
  'uploads.openFolder': 'Ouvrez un espace de travail ou un dossier et ajoutez-les là.',
  'uploads.uploading':
    '{count, plural, one {Envoi de # élément} other {Envoi de # éléments}}, {done} terminés',
  'uploads.reading': 'Lecture des dossiers…',
  'uploads.paused': '{count, plural, one {# élément en pause} other {# éléments en pause}}',
  'uploads.needsYou':
    '{count, plural, one {# élément demande votre attention} other {# éléments demandent votre attention}}',
  'uploads.finished':
    '{count, plural, =0 {Aucun envoi} one {# élément envoyé} other {# éléments envoyés}}',
  'uploads.started': 'L’envoi a commencé.',
  'uploads.ended': 'L’envoi est terminé.',
  'uploads.endedWithProblems':
    '{count, plural, one {L’envoi est arrêté : # élément demande votre attention.} other {L’envoi est arrêté : # éléments demandent votre attention.}}',
  'uploads.sizes': '{sent} sur {all}',
  'uploads.rate': '{size} par seconde',
  'uploads.secondsLeft': '{count, plural, one {# seconde restante} other {# secondes restantes}}',
  'uploads.minutesLeft': '{count, plural, one {# minute restante} other {# minutes restantes}}',
  'uploads.hoursLeft': '{count, plural, one {# heure restante} other {# heures restantes}}',
  'uploads.progressOfAll': 'Progression de tous les envois',
  'uploads.progressOf': 'Progression de {name}',
  'uploads.list': 'Fichiers et dossiers',
  'uploads.showList': 'Afficher les envois',
  'uploads.hideList': 'Masquer les envois',
  'uploads.pauseAll': 'Tout mettre en pause',
  'uploads.resumeAll': 'Tout reprendre',
  'uploads.retryAll': 'Réessayer les échecs',
  'uploads.cancelAll': 'Tout annuler',
  'uploads.clear': 'Fermer la liste des envois',
  'uploads.undo':
    '{count, plural, one {Annuler : mettre # document à la corbeille} other {Annuler : mettre # documents à la corbeille}}',
  'uploads.undone':
    '{count, plural, one {# document a été mis à la corbeille.} other {# documents ont été mis à la corbeille.}}',
  'uploads.pause': 'Mettre en pause {name}',
  'uploads.resume': 'Reprendre {name}',
  'uploads.retry': 'Réessayer {name}',
  'uploads.cancel': 'Annuler {name}',
  'uploads.answer': 'Décider pour {name}',
  'uploads.into': 'dans {folder}',
  'uploads.state.waiting': 'En attente',
  'uploads.state.running': 'Envoi en cours',
  'uploads.state.making': 'Enregistrement',
  'uploads.state.asking': 'Nom déjà pris',
  'uploads.state.paused': 'En pause',
  'uploads.state.failed': 'Échec',
  'uploads.state.lost': 'Fichier attendu',
  'uploads.state.done': 'Terminé',
  'uploads.state.newVersion': 'Nouvelle version',
  'uploads.state.skipped': 'Ignoré',
  'uploads.unreadable': 'Le fichier n’est plus lisible. Choisissez-le à nouveau.',
  'uploads.folderAmongMany':
    'Ceci est un dossier dont le nom ressemble à celui d’un fichier. Déposez-le à nouveau, seul.',
  'uploads.chooseAgain': 'Choisissez à nouveau le fichier pour continuer.',
  'uploads.startedAgain':
    'Le serveur n’avait plus ce qui était déjà envoyé : le fichier est renvoyé depuis le début.',
  'uploads.interrupted':
    '{count, plural, one {# envoi a été interrompu. Choisissez à nouveau le fichier pour continuer : ce qui est envoyé est conservé.} other {# envois ont été interrompus. Choisissez à nouveau les fichiers pour continuer : ce qui est envoyé est conservé.}}',
  'uploads.continue': 'Continuer',
  'uploads.chooseFiles': 'Choisir des fichiers',
  'uploads.chooseFolder': 'Choisir un dossier',
  'uploads.notInterrupted':
    '{count, plural, one {{name} ne fait pas partie des fichiers interrompus : le nom, la taille et la date doivent être les mêmes.} other {# fichiers ne font pas partie des fichiers interrompus : le nom, la taille et la date doivent être les mêmes.}}',
  'uploads.conflictTitle': 'Ce nom est déjà pris',
  'uploads.conflictText': '« {name} » est déjà dans « {folder} ».',
  'uploads.conflictThere': 'Existant : {facts}',
  'uploads.conflictNew': 'Nouveau : {facts}',
  'uploads.forRemaining': 'Aussi pour les {count} suivants',
  'uploads.keepBoth': 'Garder les deux',
  'uploads.newVersion': 'Nouvelle version',
  'uploads.skip': 'Ignorer',
  'uploads.conflictHelp':
    '« Garder les deux » numérote le nouveau document. « Nouvelle version » remplace le contenu et garde l’ancien comme version.',
  'uploads.signOutTitle': 'Des envois ne sont pas terminés',
  'uploads.signOutText':
    '{count, plural, one {# envoi n’est pas terminé. La déconnexion l’annule.} other {# envois ne sont pas terminés. La déconnexion les annule.}}',
  'uploads.signOutYes': 'Annuler les envois et se déconnecter',
  'uploads.signOutNo': 'Rester connecté',
};
